import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Runs the quickest test files first: a mutant is done with at its first failure, and most fail in a quick test. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const msOf = (file: TestSpecification): number =>
      this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
    return files.toSorted((one, other) => msOf(one) - msOf(other));
  }
}

/** Runs only the tests beside the rules, so that mutants are found which only a larger test happens to notice. */
export default defineConfig({
  test: {
    include: ["lib/orders/**/*.test.ts"],
    setupFiles: ["scripts/mutation/seed.ts"],
    sequence: { sequencer: QuickestFirst },
  },
});
