import "server-only";
import { isRecord } from "#lib/json/isRecord.ts";
import { namedTexts, rowsBesideNames, rowsUnderNames } from "./codeTables.ts";
import { normalName, type JsonRecord } from "./fields.ts";
import { parseJson } from "./parseJson.ts";
import { CODE_NAMES, holdsCode } from "./placeholder.ts";

/** One text of a code, with the service's name for it; nested names are joined by dots. */
export type FieldText = { name: string; value: string };
/** The nearest list that a code is in, with the name for a text in it, and whether it is inside of another list. */
type Row = { list: readonly unknown[]; name: string; isNested: boolean };
/** One code: its own texts, the fields beside the list that it came from, and that list. */
export type CodeUnit = { fieldTexts: FieldText[]; beside: [string, unknown][]; row: Row | null };

type Job = {
  value: unknown;
  scalarName: string;
  prefix: string;
  beside: [string, unknown][];
  row: Row | null;
};

/** A list with one of these names contains one code per entry, rather than several texts of one code. */
const CONTAINERS = new Set(
  "codes pins items values vouchers cards data list keys entries results tokens licenses giftcards coupons".split(
    " ",
  ),
);
const SINGULAR: Record<string, string> = {
  codes: "code",
  vouchers: "voucher",
  keys: "key",
  tokens: "token",
  coupons: "coupon",
};
const LONGEST_NAME = 120;
/** If there are more fields than this beside nested lists, they do not describe a code. */
const MOST_BESIDE = 50;

/**
 * Splits the value of `pin` into single codes, leaving out what only says that a code is not there yet. Iterative, so that deep
 * nesting cannot overflow the stack.
 * @param readsTruth whether `true` and `false`, as texts or as booleans, can be codes.
 */
export function codeUnits(value: unknown, scalarName: string, readsTruth = false): CodeUnit[] {
  const units: CodeUnit[] = [];
  const jobs: Job[] = [{ value, scalarName, prefix: "", beside: [], row: null }];
  for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) {
    const parts = partsOf(job);
    if (parts === null) {
      const found = fieldTexts(
        readsTruth && job.value === false ? "false" : job.value,
        job.prefix === "" && !isRecord(job.value) ? job.scalarName : job.prefix,
      );
      if (holdsCode(job.value, found, readsTruth))
        units.push({ fieldTexts: found, beside: job.beside, row: job.row });
    } else {
      pushReversed(jobs, parts);
    }
  }
  return units;
}

/** The parts that a value is split into; null if it is a single code, or nothing. */
function partsOf(job: Job): Job[] | null {
  const { value } = job;
  const inside = typeof value === "string" ? decoded(value) : null;
  if (inside !== null) return [{ ...job, value: inside }];
  if (Array.isArray(value)) {
    const named = namedTexts(value);
    if (named !== null) return [{ ...job, value: named }];
    return splitList(rowsUnderNames(value) ?? value, job);
  }
  if (!isRecord(value)) return null;
  const rows = rowsBesideNames(value);
  if (rows !== null) return splitList(rows, job);
  if (isNumbered(value)) return splitList(Object.values(value), job);
  return splitContainer(value, job);
}

/** The list or object of a text that is JSON itself, encoded once more; else null. `[123]` may be a code as it is. */
function decoded(text: string): object | null {
  if (!text.includes('"') || !/^\s*(?:\[[^]*\]|\{[^]*\})\s*$/.test(text)) return null;
  try {
    const value = parseJson(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

function splitList(list: unknown[], job: Job): Job[] {
  const row = { list, name: job.scalarName, isNested: job.row !== null };
  return list.map((item) => ({ ...job, value: item, prefix: "", row }));
}

function splitContainer(record: JsonRecord, job: Job): Job[] | null {
  const members = Object.entries(record).filter(([, value]) => value !== null);
  if (members.some(([name, value]) => typeof value !== "object" && CODE_NAMES.has(normalName(name))))
    return null;
  const lists = members.filter(
    ([name, value]) => isList(value) && (members.length === 1 || CONTAINERS.has(normalName(name))),
  );
  const [first] = lists;
  if (first !== undefined) {
    const [name, value] = first;
    const beside = members.filter(([other]) => other !== name);
    const scalarName = SINGULAR[normalName(name)] ?? job.scalarName;
    return [
      { ...job, value, scalarName, prefix: "", beside: [...beside, ...job.beside].slice(0, MOST_BESIDE) },
    ];
  }
  const [only] = members;
  // {voucher: {code, serial}}: the codes may be in a list further inside; the name becomes a prefix.
  if (members.length !== 1 || only === undefined || !isRecord(only[1])) return null;
  return [{ ...job, value: only[1], prefix: join(job.prefix, only[0]) }];
}

function isList(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isRecord(value) && isNumbered(value);
}

/** `{"0": …, "1": …}` is how some languages serialise a list. */
export function isNumbered(record: JsonRecord): boolean {
  const names = Object.keys(record);
  return names.length > 0 && names.every((name) => /^\d{1,9}$/.test(name));
}

/** All texts inside a value, in order, with their names. Null, false and empty text are left out. Iterative. */
export function fieldTexts(value: unknown, name: string): FieldText[] {
  const found: FieldText[] = [];
  const jobs = [{ value, name }];
  for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) {
    const around = job.name;
    const current = Array.isArray(job.value) ? (namedTexts(job.value) ?? job.value) : job.value;
    if (Array.isArray(current)) {
      const alone = current.length === 1;
      const items = current.map((item: unknown, index) => ({
        value: item,
        name: alone ? around : join(around, String(index + 1)),
      }));
      pushReversed(jobs, items);
    } else if (isRecord(current)) {
      const items = Object.entries(current).map(([key, item]) => ({ value: item, name: join(around, key) }));
      pushReversed(jobs, items);
    } else {
      const text = readText(current);
      if (text !== null) found.push({ name: job.name === "" ? "pin" : job.name, value: text });
    }
  }
  return found;
}

function readText(value: unknown): string | null {
  if (typeof value === "string") return value.trim() === "" ? null : value;
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return value === true ? "true" : null;
}

function join(prefix: string, name: string): string {
  if (prefix === "") return name;
  return prefix.length > LONGEST_NAME ? prefix : `${prefix}.${name}`;
}

/** Pushes one by one, because spreading a huge list would overflow the stack. */
function pushReversed<T>(jobs: T[], parts: readonly T[]): void {
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index];
    if (part !== undefined) jobs.push(part);
  }
}
