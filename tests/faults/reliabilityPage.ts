import type { Group, Row } from "#tests/faults/rows/row.ts";
import type { Outcome } from "./runRow.ts";

/** The table of docs/reliability.md, from the outcomes of a run. */
export function reliabilityPage(groups: readonly Group[], seen: ReadonlyMap<Row, Outcome>): string {
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return `${[
    "# What happens to an order when things fail",
    "",
    `Written by \`tests/faults/faultMatrix.test.ts\` from its own run (\`npx vitest run tests/faults -u\`): ${count} faults, each applied to one`,
    "order by the sandbox program or by a failing network in front of it, with real sockets and a real database. In no row is an order",
    "lost or bought twice, and all POSTs of an order send the same bytes.",
    "",
    "*At once* is the state that the member sees within seconds, *in the end* the state after enough time has passed and the service",
    "works again, *POSTs* how many of them the service received, *bought* how many orders exist in the service's own record.",
    ...groups.flatMap((group) => section(group, seen)),
  ].join("\n")}\n`;
}

function section({ title, rows }: Group, seen: ReadonlyMap<Row, Outcome>): string[] {
  return [
    "",
    `## ${title}`,
    "",
    "| fault | at once | in the end | POSTs | bought |",
    "|---|---|---|---|---|",
    ...rows.map((row) => line(row, seen.get(row))),
  ];
}

function line(row: Row, outcome: Outcome | undefined): string {
  if (outcome === undefined) return `| ${row.fault} | | | | |`;
  const notes = [
    ...(row.delivered === undefined ? [] : [`${outcome.delivered} of 4 delivered`]),
    ...(row.alarm === undefined ? [] : ["alarm raised"]),
  ];
  const end = [`\`${outcome.end}\``, ...notes].join(", ");
  const posts = row.posts === "several" ? "several" : outcome.posts;
  return `| ${row.fault} | \`${outcome.atOnce}\` | ${end} | ${posts} | ${outcome.bought} |`;
}
