import type { Failure, Tally } from "./tally.ts";
import { longestParts } from "./tally.ts";

export type TimedTally = Tally & { seconds: number };

/** What to print of each failed test: its name, the first lines of its message, and how to repeat it alone. */
export function failureLines(failures: readonly Failure[]): string[] {
  return failures.flatMap(({ what, message, repeat }) => [
    `  ${what}`,
    ...message.split("\n").map((line) => `      ${line}`.trimEnd()),
    `    Repeat it: ${repeat}`,
  ]);
}

/** The end of the output: what took long, what failed, and in the last line how many tests passed and failed. */
export function summaryLines(tallies: readonly TimedTally[]): string[] {
  const failures = tallies.flatMap((tally) => tally.failures);
  const sum = (count: "passed" | "failed") => tallies.reduce((total, tally) => total + tally[count], 0);
  return [
    "The ten longest parts:",
    ...longestParts(tallies),
    "",
    ...tallies.map(
      ({ name, passed, failed, seconds }) =>
        `${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(0)} s)`,
    ),
    ...(failures.length === 0 ? [] : ["", "What failed:", ...failureLines(failures)]),
    "",
    `${sum("passed")} passed, ${sum("failed")} failed`,
  ];
}

/** The end of the output of the checks alone: an excerpt of each that failed, and in the last lines, one for each, how to repeat it. */
export function endOfChecks(failures: readonly Failure[]): string[] {
  const excerpts = failures.flatMap(({ what, message }) => ["", what, "", ...message.split("\n")]);
  return failures.length === 0
    ? []
    : [...excerpts, "", ...failures.map(({ what, repeat }) => `FAILED ${what}: ${repeat}`)];
}
