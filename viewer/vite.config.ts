// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

// One file with everything in it: it opens from disk and asks nobody for anything.
export default defineConfig({
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  build: { target: "es2022", modulePreload: false, chunkSizeWarningLimit: 2000 },
  server: { fs: { allow: [".."] } }, // the pages of the laws
});
