/** One line of the benchmark's table. `goal` is an upper bound in the same unit. */
export type Figure = { name: string; value: number; unit: string; goal: number | null; note?: string };

/** Returns the figures as a text table: name, value, goal, and whether the goal is met. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    `${round(figure.value)} ${figure.unit}`,
    figure.goal === null ? "" : `≤ ${figure.goal} ${figure.unit}`,
    figure.goal === null ? "" : figure.value <= figure.goal ? "met" : "MISSED",
    figure.note ?? "",
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function round(value: number): string {
  // A small value must not be shown as zero.
  if (value !== 0 && Math.abs(value) < 0.01) return value.toPrecision(2);
  return value >= 100 ? value.toFixed(0) : value.toFixed(2).replace(/\.?0+$/, "");
}
