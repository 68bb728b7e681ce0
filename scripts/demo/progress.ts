import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { replaceFile } from "#scripts/launch/files/newFile.ts";
import { isCode } from "#scripts/tools/isCode.ts";

/** How far the history of the demo has come. */
const progressSchema = z.strictObject({
  /** The confirmations of the orders are derived from it, so that a repeated step confirms the same order. */
  seed: z.string(),
  /** Where the history ends: when the demo was first started. */
  end: z.int(),
  /** How many steps have been taken. */
  taken: z.int(),
  /** True once all steps are finished, or if none will be made. */
  done: z.boolean(),
});
export type Progress = z.infer<typeof progressSchema>;

const fileOf = (dataDir: string) => join(dataDir, "demo-history.json");

/** Null if no history was begun. */
export function readProgress(dataDir: string): Progress | null {
  try {
    return progressSchema.parse(JSON.parse(readFileSync(fileOf(dataDir), "utf8")));
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** The file exists completely or not at all, however this process ends. */
export function writeProgress(dataDir: string, progress: Progress): void {
  replaceFile(fileOf(dataDir), JSON.stringify(progress));
}

export function newProgress(end: number): Progress {
  return { seed: randomBytes(16).toString("hex"), end, taken: 0, done: false };
}
