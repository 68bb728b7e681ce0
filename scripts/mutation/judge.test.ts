import { describe, expect, it } from "vitest";
import { judgeRun, shareOf, type Equivalent, type Mutant } from "./judge.ts";

const mutant = (more: Partial<Mutant> = {}): Mutant => ({
  file: "lib/orders/a.ts",
  line: 3,
  source: "if (a > b) return a;",
  from: "a > b",
  to: "a >= b",
  fate: "unnoticed",
  ...more,
});
const equivalent: Equivalent = {
  file: "lib/orders/a.ts",
  source: "if (a > b) return a;",
  from: "a > b",
  to: "a >= b",
  why: "a and b are the same then",
};

describe("the score", () => {
  it("counts what a test failed at and what did not come to its end, by file and over all", () => {
    const { files, total } = judgeRun(
      [
        mutant({ file: "b.ts", fate: "endless" }),
        mutant(),
        mutant({ fate: "failed" }),
        mutant({ to: "true", fate: "failed" }),
      ],
      [],
    );
    expect(files).toEqual([
      { file: "b.ts", mutants: 1, noticed: 1, endless: 1, equivalent: 0 },
      { file: "lib/orders/a.ts", mutants: 3, noticed: 2, endless: 0, equivalent: 0 },
    ]);
    expect(total).toMatchObject({ mutants: 4, noticed: 3 });
    expect(shareOf(total)).toBe(75);
  });

  it("does not get better by calling a mutant equivalent", () => {
    const run = [mutant(), mutant({ to: "true", fate: "failed" })];
    const { total, survivors } = judgeRun(run, [equivalent]);
    expect(total).toMatchObject({ mutants: 2, noticed: 1, equivalent: 1 });
    expect(survivors).toEqual([]);
    expect(shareOf(total)).toBe(50);
  });
});

describe("the list of equivalent mutants", () => {
  it("covers exactly the mutant it names, wherever its line has moved", () => {
    expect(judgeRun([mutant({ line: 99 })], [equivalent]).survivors).toEqual([]);
    for (const other of [{ file: "b.ts" }, { source: "return a > b;" }, { from: "a < b" }, { to: "true" }]) {
      expect(judgeRun([mutant(other)], [equivalent]).survivors).toHaveLength(1);
    }
  });

  it("may contain nothing that a test notices by now, or that is no longer there", () => {
    expect(judgeRun([mutant({ fate: "failed" })], [equivalent]).stale).toEqual([equivalent]);
    expect(judgeRun([mutant({ to: "true" })], [equivalent]).stale).toEqual([equivalent]);
    expect(judgeRun([mutant()], [equivalent]).stale).toEqual([]);
  });

  it("is not judged for files that were not part of the run", () => {
    expect(judgeRun([mutant({ file: "b.ts" })], [equivalent]).stale).toEqual([]);
  });
});
