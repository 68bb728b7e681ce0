/**
 * One line of the benchmark's table. `goal` is an upper bound in the same unit, or a lower one with `isLeast`. `peer` is the same
 * figure of another program or of another way to do it, as text.
 */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  goal: number | null;
  isLeast?: true;
  peer?: string;
  note?: string;
};

/** Returns the figures as a text table: name, value, goal, whether the goal is met, the peer's value, and the note. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    ...judged(figure),
    figure.peer ?? "",
    figure.note ?? "",
  ]);
  const lines = [["", "value", "goal", "", "peer", ""], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function judged({ value, unit, goal, isLeast }: Figure): [string, string, string] {
  const is = `${round(value)} ${unit}`;
  if (goal === null) return [is, "", ""];
  const isMet = isLeast ? value >= goal : value <= goal;
  return [is, `${isLeast ? "≥" : "≤"} ${round(goal)} ${unit}`, isMet ? "met" : "MISSED"];
}

function round(value: number): string {
  // A small value must not be shown as zero.
  if (value !== 0 && Math.abs(value) < 0.01) return value.toPrecision(2);
  return value >= 100 ? value.toFixed(0) : value.toFixed(2).replace(/\.?0+$/, "");
}
