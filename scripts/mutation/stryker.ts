import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import type { Fate, Mutant } from "./judge.ts";
import { MUTATED_FILES, type Target } from "./targets.ts";

type Task = { target: Target; folder: string; names: string[]; workers: number };

/** Tries all mutants of a target, or of its files with these names in whatever folder, on copies under `folder`. */
export async function tryMutants({ target, folder, names, workers }: Task): Promise<Mutant[]> {
  const files = (names.length === 0 ? ["*.ts"] : names).map((name) => `${target.folder}/**/${name}`);
  const without = ["**/*.test.ts", "**/*.testing.ts", ...target.without];
  // The tests run in processes of their own.
  process.env[MUTATED_FILES] = names.join(" ");
  const stryker = new Stryker({
    mutate: [...files, ...without.map((name) => `!${target.folder}/${name}`)],
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: target.config, related: false },
    coverageAnalysis: "perTest",
    concurrency: workers,
    // Generous, so that on a busy machine slow tests do not count as endless.
    dryRunTimeoutMinutes: 30,
    timeoutMS: 20_000,
    // Copies only what the tests read.
    ignorePatterns: [
      "**",
      ...target.copies.map((copy) => `!${copy}`),
      "!scripts/mutation/**",
      "!package.json",
    ],
    // Stryker rewrites paths in it by an interface of the compiler that TypeScript 7 no longer has; vitest needs none.
    tsconfigFile: "none",
    tempDirName: folder,
    cleanTempDir: "always",
    reporters: ["progress-append-only"],
    allowConsoleColors: false,
    warnings: { slow: false, unknownOptions: true, preprocessorErrors: true, unserializableOptions: true },
  });
  const results = await stryker.runMutationTest();
  return results.map((result) => mutantOf(result));
}

const FATES: Partial<Record<Result["status"], Fate>> = {
  Killed: "failed",
  Timeout: "endless",
  Survived: "unnoticed",
  NoCoverage: "unnoticed",
};

type Result = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

/** Begins Stryker's words where a test file failed before its tests: in what they share, such as the start of the sandbox. */
const FAILED_SET_UP = "An error occurred outside of a test run";

function mutantOf({ fileName, location: { start, end }, replacement, status, statusReason }: Result): Mutant {
  const file = relative(process.cwd(), fileName);
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .slice(start.line - 1, end.line);
  const source = lines[0]?.trim() ?? "";
  const rest = [...lines.slice(0, -1), (lines.at(-1) ?? "").slice(0, end.column - 1)];
  const from = [(rest[0] ?? "").slice(start.column - 1), ...rest.slice(1)].join("\n");
  const fate = statusReason?.startsWith(FAILED_SET_UP) === true ? "failed" : FATES[status];
  // A failure of the run itself must not count as a result.
  if (fate === undefined) {
    throw new Error(`A mutant of ${file}:${start.line} could not be tried: ${status}, ${statusReason}.`);
  }
  return { file, line: start.line, source, from, to: replacement, fate };
}
