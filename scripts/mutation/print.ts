import { shareOf, type FileScore, type Judgement, type Mutant } from "./judge.ts";

/** Prints the survivors with file and line, the score of each file, and the total. */
export function printJudgement({ files, total, survivors, stale }: Judgement): void {
  if (survivors.length > 0) console.log("\nMutants that no test noticed:");
  for (const survivor of survivors) console.log(placeOf(survivor));
  for (const { file, source, from, to, why } of stale) {
    console.log(
      `\n${file}: no equivalent mutant any more, remove it from the list: ${from} → ${to} in ${source} (${why})`,
    );
  }
  const width = Math.max(...files.map(({ file }) => file.length), total.file.length);
  console.log(`\n${"".padEnd(width)}mutants  noticed  endless  equivalent   score`);
  for (const score of [...files, total]) console.log(rowOf(score, width));
}

function placeOf({ file, line, source, from, to }: Mutant): string {
  return `  ${file}:${line}  ${short(from)}  →  ${short(to)}\n      ${source}`;
}

function short(text: string): string {
  return (text.length > 70 ? `${text.slice(0, 70)}…` : text).replaceAll(/\s+/g, " ");
}

function rowOf({ file, mutants, noticed, endless, equivalent }: FileScore, width: number): string {
  const columns: [number, number][] = [
    [mutants, 7],
    [noticed, 9],
    [endless, 9],
    [equivalent, 12],
  ];
  const figures = columns.map(([figure, length]) => String(figure).padStart(length));
  return `${file.padEnd(width)}${figures.join("")}${shareOf({ mutants, noticed }).toFixed(1).padStart(7)} %`;
}
