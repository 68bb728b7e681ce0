import { rmSync, writeFileSync } from "node:fs";

/** Gives a build's file a new text. Not written in place: it may be one with that of the development's node_modules. */
export function replaceFile(path: string, text: string): void {
  rmSync(path);
  writeFileSync(path, text);
}
