import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { environmentVariable } from "#server/config/env.ts";

/** Where programs of these names are on this machine, the first name first. */
export function onPath(...names: string[]): string[] {
  const folders = (environmentVariable("PATH") ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
