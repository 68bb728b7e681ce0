/** Statements on which the previous version would fail while it runs beside the new one (docs/operations.md#upgrades). */
const BREAKING: readonly [RegExp, what: string][] = [
  [/\bdrop\s+(table|column|view|type|schema|function|trigger)\b/i, "removes what the version before uses"],
  [/\brename\b/i, "renames what the version before uses"],
  [
    /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i,
    "changes a type that the version before reads and writes",
  ],
  [/\balter\s+column\s+\S+\s+set\s+not\s+null\b/i, "refuses rows that the version before writes"],
  [
    /\badd\s+column\b(?=[^;]*\bnot\s+null\b)(?![^;]*\b(default|generated)\b)/i,
    "refuses rows that the version before writes",
  ],
  [/\badd\s+constraint\b/i, "refuses rows that the version before may write"],
  [/\bcreate\s+unique\s+index\b/i, "refuses rows that the version before may write"],
  [/\b(truncate|delete\s+from|revoke)\b/i, "takes away what the version before relies on"],
];

/** The note by which an author states that this was considered: in the comment above the statement, with a reason. */
const NOTE = /^\s*--\s*Beside the version before: \S.{20,}/m;

/**
 * The statements of a migration with which the previous version cannot work, except those on a table that the migration creates
 * and those with the note. Each with the reason.
 */
export function breakingStatements(sql: string): string[] {
  const statements = sql.split(/--> statement-breakpoint|;\s*$/m).map((statement) => statement.trim());
  const made = new Set(
    statements.flatMap((statement) => tableOf(statement, /create\s+table\s+(?:if\s+not\s+exists\s+)?/i)),
  );
  return statements.flatMap((statement) => {
    const plain = statement.replaceAll(/^\s*--.*$/gm, "").trim();
    const [, why] = BREAKING.find(([pattern]) => pattern.test(plain)) ?? [];
    if (why === undefined || NOTE.test(statement)) return [];
    if (isAboutNewColumn(plain, sql)) return [];
    const about = tableOf(plain, /(?:alter\s+table\s+(?:only\s+)?|\bon\s+)/i);
    if (about.some((table) => made.has(table))) return [];
    return [`${plain.replaceAll(/\s+/g, " ").slice(0, 120)}: ${why}`];
  });
}

function tableOf(statement: string, before: RegExp): string[] {
  const found = new RegExp(`${before.source}(?:"?public"?\\.)?"?(\\w+)"?`, "i").exec(statement)?.[1];
  return found === undefined ? [] : [found];
}

/** Whether a constraint concerns a column that this migration adds, which the previous version does not write. */
function isAboutNewColumn(statement: string, sql: string): boolean {
  const column = /\badd\s+constraint\b.*?\("(\w+)"\)/is.exec(statement)?.[1];
  return column !== undefined && new RegExp(`add\\s+column\\s+"${column}"`, "i").test(sql);
}
