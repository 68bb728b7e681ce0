import { readSettings } from "#server/config/env.ts";
import { createProgram } from "#server/program.ts";
import type { Program } from "#server/context/context.ts";
import type { TestProgram } from "./testProgram.ts";

/** Another instance of the dashboard on the same database, with its own connections and memory and the same clock. */
export function createSecondInstance(testProgram: TestProgram): {
  program: Program;
  close: () => Promise<void>;
} {
  const owned = createProgram(readSettings());
  const { clock, log } = testProgram.program;
  return { program: { ...owned.program, clock, log }, close: owned.close };
}
