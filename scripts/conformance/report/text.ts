import type { Report } from "./report.ts";

const SIGNS = { holds: "ok    ", "does not hold": "FAILED", "not applicable": "–     " } as const;

/** The report for a terminal. */
export function textReport({ service, depth, totals, statements, silences, readings }: Report): string {
  const lines = [`${service}, depth: ${depth}`, ""];
  for (const { section, statement, verdict, detail } of statements) {
    lines.push(`${SIGNS[verdict]} §${section.padEnd(4)} ${statement}`);
    if (detail !== "") lines.push(`              ${detail}`);
  }
  lines.push("", "How the service fills what the interface leaves open:");
  for (const { section, thing, shape } of silences) lines.push(`  §${section.padEnd(4)} ${thing}: ${shape}`);
  lines.push("", "How Codedesk reads the answers:");
  for (const { thing, result } of readings) lines.push(`  ${thing}: ${result}`);
  lines.push("", summaryOf(totals));
  return lines.join("\n");
}

export function summaryOf(totals: Report["totals"]): string {
  return `${totals.holds} statements hold, ${totals["does not hold"]} do not, ${totals["not applicable"]} could not be tested`;
}
