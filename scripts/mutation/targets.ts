/** What is mutated, and which tests must notice. */
export type Target = {
  name: string;
  /** The folder of the sources. */
  folder: string;
  /** Files that are not mutated, below the folder. */
  without: readonly string[];
  /** Configuration of the tests. */
  config: string;
  /** What the tests read, beside the folder. */
  copies: readonly string[];
};

/** The environment variable that tells the processes of the tests the names of the mutated files, separated by spaces. */
export const MUTATED_FILES = "MUTATED_FILES";

const RULES: Target = {
  name: "rules",
  folder: "lib/orders",
  without: [],
  config: "scripts/mutation/vitest.config.ts",
  copies: ["lib/**"],
};

const SANDBOX: Target = {
  name: "sandbox",
  folder: "sandbox",
  // It is the process itself: its start and its end are tested from outside (tests/conformance/durability.test.ts).
  without: ["main.ts"],
  config: "scripts/mutation/vitest.sandbox.config.ts",
  copies: ["sandbox/**", "lib/**", "server/**", "scripts/**", "tests/conformance/**", "docs/sandbox.md"],
};

/** The target that a first argument names, else the rules; and the names of files that remain. */
export function targetOf(args: readonly string[]): { target: Target; names: string[] } {
  const [first, ...others] = args;
  return first === SANDBOX.name ? { target: SANDBOX, names: others } : { target: RULES, names: [...args] };
}
