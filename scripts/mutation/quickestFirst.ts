import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Runs the quickest test files first: a mutant is done with at its first failure, and most fail in a quick test. */
export class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const msOf = (file: TestSpecification): number =>
      this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
    return files.toSorted((one, other) => msOf(one) - msOf(other));
  }
}
