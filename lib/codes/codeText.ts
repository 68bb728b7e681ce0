import type { Code, CodeGroup } from "#lib/contracts/codes/codes.ts";
import { looksLikeFormula } from "#lib/text/formula.ts";
import { codeFields } from "./fieldRoles.ts";
import { fieldLabel } from "./fieldLabels.ts";
import { groupName } from "./groupCodes.ts";

type Fields = Readonly<Record<string, string>>;
/** A group, with its formatted amount if it has exactly one. */
export type NamedGroup = Pick<CodeGroup, "productId" | "productName" | "fields"> & { amount: string };

/** The code alone: its value, or each of its parts with a label if it has several, such as a card number and a PIN. */
export function codeText(fields: Fields): string {
  return labelledText(fields, codeFields(Object.keys(fields)));
}

/** Everything about one code, its product first, for pasting into a message. */
export function codeWithProduct({ fields }: Pick<Code, "fields">, group: NamedGroup): string {
  const head = [groupName(group), group.amount].filter((text) => text !== "").join(", ");
  const names = group.fields.filter((name) => fields[name] !== undefined);
  return [head, ...names.map((name) => `${fieldLabel(name)}: ${fields[name]}`)].join("\n");
}

/** The values of these fields: the only one alone, several each with its label. */
export function labelledText(fields: Fields, names: readonly string[]): string {
  const [only] = names;
  if (names.length === 1 && only !== undefined) return fields[only] ?? "";
  return names.map((name) => `${fieldLabel(name)}: ${fields[name]}`).join("\n");
}

/** Several codes as rows for pasting into a spreadsheet: a heading, then one line for each, with columns for product and amount. */
export function codesText(codes: readonly { fields: Fields; group: NamedGroup }[]): string {
  const names = [...new Set(codes.flatMap(({ group }) => group.fields))].filter((name) =>
    codes.some(({ fields }) => fields[name] !== undefined),
  );
  const hasAmounts = codes.some(({ group }) => group.amount !== "");
  const head = ["Product", ...(hasAmounts ? ["Amount"] : []), ...columnLabels(names)];
  const rows = codes.map(({ fields, group }) => [
    groupName(group),
    ...(hasAmounts ? [group.amount] : []),
    ...names.map((name) => fields[name] ?? ""),
  ]);
  return [head, ...rows].map((cells) => cells.map(pastedCell).join("\t")).join("\n");
}

/** A label for each column; if two fields have the same label, both keep their own names. */
export function columnLabels(names: readonly string[]): string[] {
  const labels = names.map((name) => fieldLabel(name));
  const times = new Map<string, number>();
  for (const label of labels) times.set(label, (times.get(label) ?? 0) + 1);
  return names.map((name, at) => {
    const label = labels[at] ?? name;
    return times.get(label) === 1 ? label : name;
  });
}

/** A line break or a tab would split a pasted cell; text that looks like a formula gets an apostrophe, which makes it text. */
function pastedCell(value: string): string {
  const line = value.replace(/[\t\r\n]+/g, " ");
  return looksLikeFormula(value) ? `'${line}` : line;
}
