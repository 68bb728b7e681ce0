import { matchesGlob } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { MUTATED_FILES } from "./targets.ts";

const namesake = (process.env[MUTATED_FILES] ?? "")
  .split(" ")
  .map((name) => `**/${name.replace(/\.ts$/, ".test.ts")}`);

/**
 * Runs the tests that are named like the mutated files first, then the quickest test files, because a mutant is finished at its
 * first failure. Starting a test file takes longer than most of them run.
 */
export class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const msOf = (file: TestSpecification): number => {
      if (namesake.some((pattern) => matchesGlob(file.moduleId, pattern))) return -1;
      return this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
    };
    return files.toSorted((one, other) => msOf(one) - msOf(other));
  }
}
