import { rmSync, writeFileSync } from "node:fs";

/** Replaces the text of a file in the build. Not written in place, because the file may be hard-linked to the one in node_modules. */
export function replaceFile(path: string, text: string): void {
  rmSync(path);
  writeFileSync(path, text);
}
