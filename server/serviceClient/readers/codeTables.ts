import "server-only";
import { isKnownField } from "#lib/codes/fieldLabels.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import { normalName, type JsonRecord } from "./fields.ts";

const NAME_KEYS = new Set(["name", "label", "key", "type", "field"]);

/** `[{name: "code", value: …}, {name: "serial", value: …}]` is one code, written as a list of its texts. */
export function namedTexts(list: readonly unknown[]): JsonRecord | null {
  if (list.length < 2 || list.length > 50) return null;
  const texts = new Map<string, unknown>();
  for (const item of list) {
    const members = isRecord(item) ? Object.entries(item) : [];
    const name = members.find(([key]) => NAME_KEYS.has(normalName(key)))?.[1];
    const value = members.find(([key]) => normalName(key) === "value");
    if (members.length !== 2 || value === undefined) return null;
    if (typeof name !== "string" || !isKnownField(name) || texts.has(name)) return null;
    texts.set(name, value[1]);
  }
  return Object.fromEntries(texts);
}

/** The codes of a table, `[["PIN", "SERIAL"], ["A", "1"], …]`: only if every text of the first row is the usual name of a field. */
export function rowsUnderNames(list: readonly unknown[]): JsonRecord[] | null {
  const [names, ...rows] = list;
  return areNames(names) && names.every(isKnownField) ? named(names, rows) : null;
}

/** The codes of `{columns: ["PIN", "SERIAL"], rows: [["A", "1"], …]}`, whatever these two are called. */
export function rowsBesideNames(record: JsonRecord): JsonRecord[] | null {
  const lists = Object.values(record).filter((value) => value !== null);
  const [one, other] = lists;
  if (lists.length !== 2 || !Array.isArray(one) || !Array.isArray(other)) return null;
  for (const [names, rows] of [
    [one, other],
    [other, one],
  ] as const) {
    if (areNames(names) && names.some(isKnownField)) return named(names, rows);
  }
  return null;
}

function areNames(names: unknown): names is string[] {
  if (!Array.isArray(names) || names.length < 2 || names.length > 50) return false;
  return names.every((name) => typeof name === "string") && new Set(names).size === names.length;
}

function named(names: readonly string[], rows: readonly unknown[]): JsonRecord[] | null {
  const records: JsonRecord[] = [];
  for (const row of rows) {
    if (!Array.isArray(row) || row.length !== names.length) return null;
    records.push(Object.fromEntries(names.map((name, place) => [name, row[place] as unknown])));
  }
  return records.length === 0 ? null : records;
}
