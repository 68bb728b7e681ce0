import { fieldLabel } from "#lib/codes/fieldLabels.ts";
import type { Code } from "#lib/contracts/codes.ts";

/** One code as text to paste: its value alone, or each field under its label where there are several. */
export function codeText({ fields }: Code): string {
  const entries = Object.entries(fields);
  const [only] = entries;
  if (entries.length === 1 && only) return only[1];
  return entries.map(([name, value]) => `${fieldLabel(name)}: ${value}`).join("\n");
}

/** Several codes as rows to paste: one line each, fields in columns, with a heading where there are several columns. */
export function codesText(codes: readonly Code[]): string {
  const names = [...new Set(codes.flatMap(({ fields }) => Object.keys(fields)))];
  const rows = codes.map(({ fields }) => names.map((name) => cell(fields[name] ?? "")).join("\t"));
  return names.length > 1
    ? [names.map((name) => cell(fieldLabel(name))).join("\t"), ...rows].join("\n")
    : rows.join("\n");
}

/**
 * One cell of a table to paste. A line break or a tab would split it into several; a value that begins like a formula would be
 * calculated by a spreadsheet, so it gets an apostrophe, which makes it text there.
 */
function cell(value: string): string {
  const line = value.replace(/[\t\r\n]+/g, " ");
  return /^(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r])/.test(value) ? `'${line}` : line;
}
