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
  const rows = codes.map(({ fields }) => names.map((name) => oneLine(fields[name] ?? "")).join("\t"));
  return names.length > 1 ? [names.map(fieldLabel).join("\t"), ...rows].join("\n") : rows.join("\n");
}

/** A line break or a tab within a value would split it into several cells. */
function oneLine(value: string): string {
  return value.replace(/[\t\r\n]+/g, " ");
}
