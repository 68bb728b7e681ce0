import { z } from "zod";

/** What is not installed, such as a package of another processor, has no `current`. */
const outdatedSchema = z.record(z.string(), z.object({ current: z.string().optional(), latest: z.string() }));

/** A package of ours of which there is a later version. */
export type Outdated = { name: string; ours: string; latest: string; isMajor: boolean };

/** The packages that `npm outdated --json` names, without those that others bring along; null if it printed no report. */
export function readOutdated(output: string, own: ReadonlySet<string>): Outdated[] | null {
  const report = outdatedSchema.safeParse(parse(output.trim() === "" ? "{}" : output));
  if (!report.success) return null;
  return Object.entries(report.data)
    .flatMap(([name, { current: ours, latest }]) =>
      ours !== undefined && own.has(name) && isLater(latest, ours)
        ? [{ name, ours, latest, isMajor: isMajor(ours, latest) }]
        : [],
    )
    .toSorted(
      (one, other) => Number(one.isMajor) - Number(other.isMajor) || one.name.localeCompare(other.name),
    );
}

/** A table for people: the name, our version, the latest one, and what is known of the upgrade. */
export function outdatedLines(outdated: readonly Outdated[]): string[] {
  const rows = outdated.map(({ name, ours, latest, isMajor: isLarge }) => [
    name,
    ours,
    latest,
    isLarge ? "major: read its release notes, then rehearse it alone" : "",
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** What the registry calls the latest can be an earlier version, of an older line that is still kept. */
function isLater(latest: string, ours: string): boolean {
  return latest.localeCompare(ours, "en", { numeric: true }) > 0;
}

/** Before version 1, a second number changes what a first one changes later. */
function isMajor(ours: string, latest: string): boolean {
  const [first, second] = ours.split(".");
  const [newFirst, newSecond] = latest.split(".");
  return first !== newFirst || (first === "0" && second !== newSecond);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
