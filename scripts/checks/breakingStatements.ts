/** What the version before would trip over while it runs beside the new one (docs/operations.md#upgrades). */
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

/** The note with which an author says that it was thought of: in the comment above the statement, with a reason. */
const NOTE = /^\s*--\s*Beside the version before: \S.{20,}/m;

/**
 * The statements of a migration that the version before cannot live with, unless they are about a table made in it or carry the note.
 * Each with why.
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

/** Whether a constraint is about a column that this migration adds: the version before writes nothing there. */
function isAboutNewColumn(statement: string, sql: string): boolean {
  const column = /\badd\s+constraint\b.*?\("(\w+)"\)/is.exec(statement)?.[1];
  return column !== undefined && new RegExp(`add\\s+column\\s+"${column}"`, "i").test(sql);
}
