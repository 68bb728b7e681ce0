import "server-only";
import { isRecord } from "#lib/json/isRecord.ts";
import { fieldTexts, type CodeUnit, type FieldText } from "./codeUnits.ts";
import type { Delivery } from "./deliveries.ts";

/** What is known of how many codes an answer has. */
export type ExpectedCodes = {
  /** How many the service says it has delivered. */
  delivered: number | null;
  /** How many of each product were ordered; empty if that is not known. */
  ordered: ReadonlyMap<number, number>;
  /** Whether the service says that all of them are delivered. */
  isComplete: boolean;
};

/**
 * The deliveries with one unit for each code, where only the number of codes shows what a code is: `[["PIN", "SERIAL"], …]` may be two
 * codes or one in two texts, and `"A,B"` one or two. They stay as they are unless exactly one of the two readings has the right number.
 */
export function inExpectedUnits(given: readonly Delivery[], expected: ExpectedCodes): readonly Delivery[] {
  const { delivered, ordered, isComplete } = expected;
  const total = [...ordered.values()].reduce((sum, quantity) => sum + quantity, 0);
  if (isComplete && countUnits(given) === total) return given;
  if (delivered !== null && delivered > 0) {
    if (countUnits(given) === delivered) return given;
    const fitted = fit(given, { count: delivered, due: total, isAll: true });
    if (fitted !== null) return fitted;
  }
  if (ordered.size === 0) return given;
  if (!given.every(({ productId }) => productId !== null && ordered.has(productId))) {
    return fit(given, { count: total, due: total, isAll: isComplete }) ?? given;
  }
  const fitted = new Map<Delivery, Delivery>();
  for (const [productId, ofProduct] of Map.groupBy(given, (delivery) => delivery.productId)) {
    const quantity = productId === null ? undefined : ordered.get(productId);
    const units =
      quantity === undefined ? null : fit(ofProduct, { count: quantity, due: quantity, isAll: isComplete });
    units?.forEach((delivery, place) => {
      const from = ofProduct[place];
      if (from !== undefined) fitted.set(from, delivery);
    });
  }
  return given.map((delivery) => fitted.get(delivery) ?? delivery);
}

function countUnits(given: readonly Delivery[]): number {
  return given.reduce((sum, { units }) => sum + units.length, 0);
}

/** `due`: how many codes were ordered; 0 if that is not known. `isAll`: there cannot be fewer than `count`. */
type Goal = { count: number; due: number; isAll: boolean };

/** The same deliveries with exactly `count` units; null if there is no such reading. */
function fit(given: readonly Delivery[], goal: Goal): Delivery[] | null {
  const { count, isAll } = goal;
  const units = countUnits(given);
  if (units > count) return joinRows(given, goal);
  return units < count && isAll ? (splitTexts(given, count) ?? splitNumbered(given, count)) : null;
}

/** Makes each list one unit, if there are so many of them, and all of the same length. */
function joinRows(given: readonly Delivery[], { count, due }: Goal): Delivery[] | null {
  const all = given.flatMap(({ units }) => units);
  const rows = Map.groupBy(all, ({ row }) => row?.list);
  const [first] = all;
  if (rows.size !== count || first === undefined) return null;
  const length = first.row?.list.length ?? 0;
  if (length < 2 || all.some(({ row }) => row?.list.length !== length)) return null;
  if ([...rows.keys()].some((list) => list === undefined || repeatsFields(list))) return null;
  // Codes look alike: more than `count` if so many were ordered (the service may count lines), or in `pin: ["A", "B"]` of one code.
  const mayBeMore = due === 0 || all.length <= due || (count === 1 && first.row?.isNested !== true);
  if (mayBeMore && [...rows.values()].every((units) => areAlike(units.flatMap(textOf)))) return null;
  return given.map((delivery) => ({ ...delivery, units: delivery.units.flatMap(joinRow) }));
}

/** Whether objects in a list have the same fields, so that each of them is a code. */
function repeatsFields(list: readonly unknown[]): boolean {
  const fields = list.filter(isRecord).map((record) => Object.keys(record).toSorted().join());
  return new Set(fields).size < fields.length;
}

function joinRow(unit: CodeUnit, place: number, units: readonly CodeUnit[]): CodeUnit[] {
  if (unit.row === null || units[place - 1]?.row?.list === unit.row.list) return [];
  return [{ ...unit, fieldTexts: fieldTexts(unit.row.list, unit.row.name) }];
}

const SEPARATORS = [/\r?\n/, ",", ";", "|"];
const SHORTEST_CODE = 4;
const LINK = /^https?:\/\//i;

/** Splits texts at the separator that makes so many of them, if all look alike: a PIN and its serial number do not. */
function splitTexts(given: readonly Delivery[], count: number): Delivery[] | null {
  for (const separator of SEPARATORS) {
    const split = given.map((delivery) => ({
      ...delivery,
      units: delivery.units.flatMap((unit) => splitText(unit, separator)),
    }));
    if (countUnits(split) !== count) continue;
    const texts = split.flatMap(({ units }) => units.flatMap(textOf));
    const isLongEnough = texts.every((text) => text.length >= SHORTEST_CODE);
    if (texts.length === count && isLongEnough && areAlike(texts)) return split;
  }
  return null;
}

function splitText(unit: CodeUnit, separator: string | RegExp): CodeUnit[] {
  const [own, another] = unit.fieldTexts;
  if (own === undefined || another !== undefined) return [unit];
  const parts = own.value.split(separator).map((part) => part.trim());
  const values = parts.filter((part) => part !== "");
  if (values.length < 2) return [unit];
  return values.map((value) => ({ ...unit, fieldTexts: [{ ...own, value }] }));
}

/** Makes each number in the names of `{pin1: …, serial1: …, pin2: …, serial2: …}` one unit, if there are so many of them. */
function splitNumbered(given: readonly Delivery[], count: number): Delivery[] | null {
  const split = given.map((delivery) => ({ ...delivery, units: delivery.units.flatMap(byNumber) }));
  return countUnits(split) === count ? split : null;
}

/** The parts of a unit by the number at the end of each name; the unit itself where they differ in anything else. */
function byNumber(unit: CodeUnit): CodeUnit[] {
  const parts = new Map<string, FieldText[]>();
  for (const { name, value } of unit.fieldTexts) {
    const [, stem, number] = /^(.*[^\d\s_.-])[\s_.-]*(\d{1,5})$/.exec(name) ?? [];
    if (stem === undefined || number === undefined) return [unit];
    parts.set(number, [...(parts.get(number) ?? []), { name: stem, value }]);
  }
  const shapes = new Set([...parts.values()].map((texts) => texts.map(({ name }) => name).join()));
  return shapes.size === 1 ? [...parts.values()].map((texts) => ({ ...unit, fieldTexts: texts })) : [unit];
}

function textOf({ fieldTexts: [own, another] }: CodeUnit): string[] {
  return own === undefined || another !== undefined ? [] : [own.value];
}

/** Whether all texts are links, or have their letters and digits, and what is between them, in the same places. */
function areAlike(texts: readonly string[]): boolean {
  const shapes = texts.map((text) => (LINK.test(text) ? "link" : text.replace(/[\p{L}\d]/gu, "x")));
  return new Set(shapes).size === 1;
}
