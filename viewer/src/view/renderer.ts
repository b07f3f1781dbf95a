// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One WebGL renderer for all views of a page: browsers allow few. Each view's picture is drawn here
// and copied to the view's own canvas. Views that changed are drawn once, at the next frame.
import { VSMShadowMap, WebGLRenderer, type Camera, type Scene } from "three";

interface Drawn {
  paint(): void;
}

let shared: WebGLRenderer | null | undefined;
const waiting = new Set<Drawn>();
const all = new Set<Drawn>();
let asked = false;

export function enlist(view: Drawn): void {
  all.add(view);
}
/** Draws the view at the next frame. */
export function ask(view: Drawn): void {
  waiting.add(view);
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    const now = [...waiting];
    waiting.clear();
    for (const each of now) {
      try {
        each.paint();
      } catch (error) {
        reportError(error); // the others are drawn
      }
    }
  });
}

function renderer(): WebGLRenderer | null {
  if (shared !== undefined) return shared;
  shared = null;
  const canvas = document.createElement("canvas");
  const options = { alpha: true, antialias: true, powerPreference: "default" } as const;
  const context = canvas.getContext("webgl2", options) as WebGL2RenderingContext | null;
  if (!context) return null;
  try {
    shared = new WebGLRenderer({
      canvas,
      context: context as WebGLRenderingContext & WebGL2RenderingContext,
      ...options,
    });
    shared.setPixelRatio(1);
    shared.shadowMap.enabled = true;
    shared.shadowMap.type = VSMShadowMap; // soft
    shared.setClearColor(0x000000, 0);
    canvas.addEventListener("webglcontextrestored", () => all.forEach(ask));
  } catch {
    shared = null;
  }
  return shared;
}

/** The scene into a canvas of this many pixels; false: WebGL is not available. */
export function render(
  scene: Scene,
  camera: Camera,
  width: number,
  height: number,
  into: CanvasRenderingContext2D,
): boolean {
  const gl = renderer();
  if (!gl || gl.getContext().isContextLost()) return false;
  const { width: w, height: h } = gl.domElement;
  if (w < width || h < height) gl.setSize(Math.max(w, width), Math.max(h, height), false);
  gl.setViewport(0, 0, width, height); // from the lower left corner
  gl.setScissor(0, 0, width, height);
  gl.setScissorTest(true);
  gl.render(scene, camera);
  const top = gl.domElement.height - height;
  into.save();
  into.resetTransform();
  into.drawImage(gl.domElement, 0, top, width, height, 0, 0, width, height);
  into.restore();
  return true;
}
