// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom-page/1: the JSON inside a page, as src/report/page_*.cpp writes it. All physics was done
// before: what moves comes as placements, what is plotted as values. Lengths, masses and energies
// are in `units`; angles in radians; quaternions xyzw. A number that is not finite is null in JSON
// and NaN in arrays.

/** Numbers in bulk: base64 of little-endian float32 or float64. */
export type Floats = { f32: string } | { f64: string };
/** Base64 of bytes, or of little-endian uint32. */
export type Bytes = { u8: string };
export type Indices = { u32: string };
export type Vector = [number, number, number];
export type Quaternion = [number, number, number, number];

export type Kind = "run" | "resolve" | "compare" | "design" | "analyze" | "map" | "reproduce";

export interface Page {
  format: "carom-page/1";
  kind: Kind;
  title: string;
  /** Version of carom that wrote it. */
  carom: string;
  /** Read first: the answer in one to four sentences. */
  summary: string[];
  /** What was asked and with what: "law" – "propagative, restitution 1". */
  facts: [string, string][];
  /** What a reader must not miss. */
  notes: string[];
  /** What only who looks closer wants to know: folded away. */
  details?: string[];
  units: { length: string; mass: string; energy: string };
  /** What moves; missing: a problem of matrices alone, nothing to draw. */
  drawing?: Drawing;
  /** Of other runs shown beside this one, where they are of another model. */
  drawings?: Drawing[];
  /** resolve, analyze: of every coordinate. */
  velocities?: VelocityTable;
  /** run: the trajectories, 0 is the law's own; resolve, analyze: one; compare: one per law; design: the
   * start and the solutions. */
  tracks?: Track[];
  analysis?: AnalysisPart;
  comparison?: ComparisonPart;
  map?: MapPart;
  reproduce?: ReproducePart;
}

// ---- what moves -----------------------------------------------------------------------------------

export interface Drawing {
  name: string;
  /** The motion stays in this plane: seen along -normal, with `up` up, without perspective. null:
   * spatial. */
  planar: { normal: Vector; up: Vector } | null;
  /** Opposite to gravity, or z. */
  up: Vector;
  bodies: Body[];
  /** Every contact candidate of the model. `plane`: against a plane fixed to the world. */
  contacts: { name: string; tangents: number }[];
  /** Planes fixed to the world that something may touch; few, each once. */
  grounds: { point: Vector; normal: Vector }[];
  /** Encloses everything at the start. */
  center: Vector;
  radius: number;
}

export interface Body {
  name: string;
  /** 0: the trunk; 1, 2 …: the limbs that hang from it, a colour each. */
  limb?: number;
  shapes: Shape[];
  /** What collides, where it is not what is seen. */
  collision?: Shape[];
}

/** Fixed to its body at `position`, `quaternion`. `stand_in`: the model says nothing of how this body
 * looks; drawn from its joints, contacts and mass. `sole`: the hull of the points on which it stands.
 * `colour`: of the file, "#rrggbb". */
export type Shape = {
  position: Vector;
  quaternion: Quaternion;
  stand_in?: boolean;
  sole?: boolean;
  colour?: string;
} & (
  | { kind: "box"; size: Vector } // edges
  | { kind: "sphere"; radius: number }
  | { kind: "cylinder"; radius: number; length: number } // along z, centred
  | { kind: "capsule"; radius: number; length: number } // along z, centred, without the caps
  | { kind: "ellipsoid"; size: Vector } // half axes
  | { kind: "mesh"; vertices: Floats; triangles: Indices }
);

// ---- motion ---------------------------------------------------------------------------------------

export interface Track {
  id: number;
  /** "propagative", "trajectory 1". */
  label: string;
  /** Of another run, shown beside this one. */
  beside?: boolean;
  /** Its own drawing, in Page.drawings; none: that of the page. */
  drawing?: number | null;
  /** Track it branched from, and the impact of that track where it did. */
  parent: number | null;
  impact: number | null;
  status: string; // "finished", "diverged" …; of resolve and compare: the outcome's
  message: string;
  /** Times of the frames, ascending [s]; an impact has two frames of the same time: before, after. */
  time: Floats;
  /** Per frame and body: x y z, quaternion. Empty without a drawing. */
  poses: Floats;
  /** Per frame and contact candidate: the point that touches or would. */
  points: Floats;
  /** Per frame and contact candidate, see ContactState. */
  states: Bytes;
  /** True: bodies move on at constant velocities (one impact, no gravity); said on the page. */
  straight: boolean;
  channels: Channel[];
  /** Every impact, in order of time. */
  marks: { time: Floats; verdict: Bytes; lost: Floats };
  /** Details of impacts, by index ascending; of a very long run not all have them. */
  impacts: Impact[];
  /** Where the details of all impacts are: "impacts.json"; empty: all are here. */
  elsewhere: string;
  /** Of a walk. */
  touchdowns?: Touchdowns;
}

export const enum ContactState {
  open = 0,
  hit = 1, // takes part in the impact of this frame
  sticks = 2, // carries, does not slide
  slides = 3, // carries and slides
}

/** Bytes of marks.verdict. */
export const enum Verdict {
  not_checked = 0,
  unique = 1, // practically one outcome
  several = 2,
  slight = 3, // slightly different outcomes
}

/** A curve over the times of its track. */
export interface Channel {
  name: string;
  unit: string;
  /** NaN in "walk" and "torque": nothing is known there, as of a ZMP in flight. */
  group: "walk" | "torque" | "energy" | "gap" | "coordinate" | "velocity" | "force";
  /** Title of its chart, where a group has several of one unit. */
  card?: string;
  /** Its size cannot be larger than this: of a motor. */
  limit?: number;
  values: Floats;
}

/** Feet that have landed, in order of time. */
export interface Touchdowns {
  /** All of the run; more than in `list`: the rest is in touchdowns.json only. */
  count: number;
  list: Touchdown[];
}
export interface Touchdown {
  step: number; // counted from 0
  foot: string; // "left", "right"
  time: number; // first touch
  duration: number; // until it stands
  impacts: number;
  /** Contacts that hit, by impact. */
  points: string[][];
  energy_lost: number;
  largest_jump: number; // of a joint's velocity in one impact [rad/s]
  jump_joint: string;
  several: number; // impacts whose outcome is not the only one
  /** Largest spread of its impacts; null: not asked. */
  spread: number | null;
  /** Largest ξ of its impacts under the law; null: not computed. */
  indeterminacy: number | null;
}

export interface Impact {
  index: number;
  time: number;
  law: string; // "propagative, restitution 1", "…, chattering captured"
  status: string; // of the outcome
  message: string;
  /** How well defined the impact is, whatever the law; null: not asked. */
  practical: { verdict: "one" | "slight" | "several"; words: string; distances: string } | null;
  /** Of the law's own outcome. */
  verdict: "unique" | "several" | "not_checked";
  /** "The only outcome", "One of 2 outcomes". */
  words: string;
  reason: string;
  outcomes: number;
  complete: boolean;
  /** ξ: largest distance of two outcomes over the incoming momentum. */
  indeterminacy: number | null;
  impulses_unique: boolean;
  notes: string[];
  energy: { before: number; after: number; lost: number };
  contacts: ImpactContact[];
  /** Index into `contacts` of every reflection, in order; may be cut, then `reflections` is larger. */
  sequence: number[];
  reflections: number;
  /** What happened during the impact, of laws that follow it: "begins_sticking" … */
  events: { kind: string; contact: number | null; impulse: number }[];
  /** When ghosts are shown, or why none are; empty: one outcome. */
  ghosts?: string;
  /** All outcomes found, the law's own first; one entry if it is the only one or none was listed. */
  branches: ImpactBranch[];
  /** Tracks that follow other outcomes of this impact. */
  followed_by: number[];
}

export interface ImpactContact {
  name: string;
  /** Index in drawing.contacts; null without a drawing. */
  candidate: number | null;
  /** Gap rates before and after: approach is negative. */
  approach: number;
  separation: number;
  impulse: number; // normal
  tangential: number[];
  /** World point and impulse vector [mass·length/s], for the arrow; null without a drawing. */
  point: Vector | null;
  vector: Vector | null;
  normal_work: number;
  friction_work: number;
}

export interface ImpactBranch {
  label: string; // "the law's own", "outcome 2"
  velocity: number[];
  /** ξ between it and the law's own. */
  distance: number;
  sequence: number[];
  shortest: number;
  longest: number;
  /** Ghosts: at the times after the impact, moving on straight; per time and body. Empty: the
   * outcomes are one to the eye. */
  ghost_times: number[];
  poses: Floats;
}

// ---- analyze --------------------------------------------------------------------------------------

export interface AnalysisPart {
  /** carom-analysis/1, as `carom analyze --json` prints it. */
  document: AnalysisDocument;
  /** The practical verdict in words. */
  words: string[];
  /** The text of `carom analyze`, for those who want all of it. */
  report: string;
  /** Of a model: answers computed for other coefficients and rotors. */
  variants?: {
    restitutions: number[];
    /** [kg m²] given to every joint; null: as the model says. */
    rotors: (number | null)[];
    /** The ones asked for. */
    restitution: number; // index
    rotor: number; // index
    /** answers[rotor][restitution]; null: no answer there. */
    answers: (AnalysisVariant | null)[][];
  };
}
export interface AnalysisVariant {
  practical: "one" | "slight" | "several" | null;
  words: string;
  spread: number | null; // share of the incoming momentum
  base_linear: Vector | null; // [length/s]
  base_angular: Vector | null; // [rad/s]
  gram: number[][];
  impulses: number[]; // normal, by contact
  separations: number[]; // gap rates after
}
export interface AnalysisDocument {
  contacts: string[];
  gram: number[][];
  pairs: {
    contacts: [string, string];
    inner_product: number;
    inner_product_raw: number;
    coxeter_order: number | null;
    worst_case_steps: number | null;
  }[];
  verdict: string;
  reason: string;
  restitution: number;
  practical: string | null;
  advice: string[];
  [more: string]: unknown;
}

/** One value per velocity; the base comes first. */
export interface VelocityTable {
  names: string[];
  units: string[];
  before: number[];
  /** null: no answer. */
  after: number[] | null;
}

// ---- compare, design --------------------------------------------------------------------------------------

export interface ComparisonPart {
  /** Laws that do not apply. */
  left_out: { law: string; reason: string }[];
  /** Names of the velocities, for the table; tracks[k] has the rest. */
  velocities: string[];
  before: number[];
  /** By track; null: no answer. Of a design, before and after are those of each place. */
  after: (number[] | null)[];
  /** "Farthest apart: …". */
  difference: string;
  /** Of a design: what was varied, values by track. */
  parameters?: { name: string; unit: string; values: number[] }[];
}

// ---- map ------------------------------------------------------------------------------------------

export interface MapPart {
  axes: { name: string; unit: string; values: Floats }[];
  measures: Measure[];
  /** Depth of what is below the ground or inside another body, by point; null: nothing is known. */
  penetration?: { unit: string; values: Floats } | null;
  /** Rows of the grid done; fewer than its points if the run was interrupted. */
  rows: number;
  /** Some points of the grid with their postures; null: nothing to draw. */
  postures: Postures | null;
}
export interface Measure {
  name: string;
  unit: string;
  meaning: string;
  /** By point of the grid, the last axis runs fastest; NaN: none. */
  values: Floats;
  /** null: not searched for. */
  features: {
    points: {
      kind: "minimum" | "maximum" | "saddle" | "degenerate";
      smooth: boolean;
      at: number[];
      value: number;
      uncertainty: number;
      /** Index in MapPart.postures; null: none. */
      posture: number | null;
      /** What cannot be there: "inside the ground by 3 mm: left knee"; null: nothing. */
      impossible?: string | null;
    }[];
    zeros: { points: number[][]; closed: boolean; impossible?: string | null }[]; // points[k]: [axis 0, axis 1]
  } | null;
}
export interface Postures {
  /** Axis values, one list per posture. */
  at: number[][];
  poses: Floats; // per posture and body
  points: Floats; // per posture and contact
}

// ---- reproduce ------------------------------------------------------------------------------------

export interface ReproducePart {
  items: {
    id: string;
    source: string;
    quantity: string;
    published: unknown;
    computed: unknown;
    digits: number;
    status: "met" | "refuted" | "not_recoverable";
    note: string;
    /** Name of the law whose page explains it; empty: none. */
    law: string;
  }[];
}
