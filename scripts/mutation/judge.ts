/** The outcome of a mutant: a test failed, a test did not end, or no test noticed it. */
export type Fate = "failed" | "endless" | "unnoticed";

/** One small change of the rules that breaks them, and its outcome. */
export type Mutant = {
  file: string;
  /** From 1. */
  line: number;
  /** The whole original line, and the part of it (or of several lines) that was replaced by `to`. */
  source: string;
  from: string;
  to: string;
  fate: Fate;
};

/** A mutant whose behaviour cannot be told from the original, and why. Identified by the text it replaces, so that lines may move. */
export type Equivalent = Pick<Mutant, "file" | "source" | "from" | "to"> & { why: string };

/** `noticed` counts the `endless` ones too. */
export type FileScore = {
  file: string;
  mutants: number;
  noticed: number;
  endless: number;
  equivalent: number;
};

export type Judgement = {
  files: FileScore[];
  total: FileScore;
  /** Noticed by no test and not listed as equivalent. */
  survivors: Mutant[];
  /** Listed as equivalent, but noticed by a test or no longer there: to be removed from the list. */
  stale: Equivalent[];
};

/** Judges a run over `mutants`. Of `equivalents`, only those in files that were part of the run can be stale. */
export function judgeRun(mutants: readonly Mutant[], equivalents: readonly Equivalent[]): Judgement {
  const unnoticed = mutants.filter(({ fate }) => fate === "unnoticed");
  const survivors = unnoticed.filter((mutant) => !equivalents.some((known) => isSame(known, mutant)));
  const names = [...new Set(mutants.map(({ file }) => file))].toSorted();
  const score = (file: string, isPart: (mutant: Mutant) => boolean): FileScore => ({
    file,
    mutants: mutants.filter(isPart).length,
    noticed: mutants.filter((mutant) => isPart(mutant) && mutant.fate !== "unnoticed").length,
    endless: mutants.filter((mutant) => isPart(mutant) && mutant.fate === "endless").length,
    equivalent: unnoticed.filter((mutant) => isPart(mutant) && !survivors.includes(mutant)).length,
  });
  return {
    files: names.map((name) => score(name, ({ file }) => file === name)),
    total: score("all", () => true),
    survivors,
    stale: equivalents.filter(
      (known) => names.includes(known.file) && !unnoticed.some((mutant) => isSame(known, mutant)),
    ),
  };
}

/** The share of mutants that were noticed, in percent; equivalent ones count as not noticed. */
export function shareOf({ mutants, noticed }: Pick<FileScore, "mutants" | "noticed">): number {
  return mutants === 0 ? 100 : (100 * noticed) / mutants;
}

function isSame(known: Equivalent, mutant: Mutant): boolean {
  return (
    known.file === mutant.file &&
    known.source === mutant.source &&
    known.from === mutant.from &&
    known.to === mutant.to
  );
}
