import "server-only";
import type { Code } from "#lib/contracts/codes/codes.ts";
import { deliveries, type Delivery } from "./deliveries.ts";
import { inExpectedUnits, type ExpectedCodes } from "./expectedCodes.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import { type JsonRecord } from "./fields.ts";
import { codeUnits, isNumbered, fieldTexts, type FieldText } from "./codeUnits.ts";

/**
 * All delivered codes of an order's answer (products[].pin; its inner fields are not shown), in the order of the answer: a text,
 * an object, or lists of either at any depth, with one `products` entry per code or one per line. How many are `expected` decides
 * where the shape alone does not, and whether `true` is a code. No code is dropped because of its shape, and a code that occurs twice counts twice. Contains
 * bearer values: never log, never store.
 */
export function readCodes(order: JsonRecord, expected?: ExpectedCodes): Code[] {
  const codes = codesOf(deliveries(order), expected);
  const due = expected === undefined ? 0 : countDue(expected);
  if (codes.length >= due) return codes;
  // `true` nearly always says that there is a code. It is one only where exactly such codes are missing.
  const withTruth = codesOf(deliveries(order, true), expected);
  return withTruth.length === due ? withTruth : codes;
}

/** How many codes there have to be by what the service says; 0 if it does not say. */
function countDue({ delivered, ordered, isComplete }: ExpectedCodes): number {
  if (delivered !== null && delivered > 0) return delivered;
  return isComplete ? [...ordered.values()].reduce((sum, quantity) => sum + quantity, 0) : 0;
}

function codesOf(given: readonly Delivery[], expected: ExpectedCodes | undefined): Code[] {
  const codes: Code[] = [];
  const seen = new Map<unknown, Shared>();
  for (const delivery of expected === undefined ? given : inExpectedUnits(given, expected)) {
    const { units } = delivery;
    units.forEach((unit, place) => {
      const fields = new Fields(unit.fieldTexts);
      for (const [name, value] of [...unit.beside, ...delivery.beside]) {
        fields.addBeside(shareOf(seen, name, value, place, units.length));
      }
      codes.push({ productId: delivery.productId, index: codes.length, fields: fields.asRecord() });
    });
  }
  return codes;
}

/**
 * The codes in a part of an answer that is known to contain them: under the names of §2.3 if they occur, otherwise each element
 * is a code.
 */
export function readCodesAt(value: unknown, expected?: ExpectedCodes): Code[] {
  const isNamed = readCodes({ products: value }).length > 0;
  // Some elements may have their codes under other names.
  if (isNamed) return readCodes({ status: "completed", products: value }, expected);
  return codesOf([{ productId: null, units: codeUnits(value, "pin"), beside: [] }], expected);
}

class Fields {
  readonly #named = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  constructor(own: readonly FieldText[]) {
    for (const leaf of own) this.#add(leaf);
  }

  /** A field beside the code never replaces a field of the code itself. */
  addBeside(beside: readonly FieldText[]): void {
    const isNew = beside.filter(({ name }) => !this.#named.has(name));
    for (const leaf of isNew) this.#add(leaf);
  }

  asRecord(): Record<string, string> {
    return Object.fromEntries(this.#named);
  }

  #add({ name, value }: FieldText): void {
    // A field with this name is lost wherever objects are copied by assignment.
    const wanted = name === "__proto__" ? "[__proto__]" : name;
    let count = this.#counts.get(wanted) ?? 1;
    let free = count === 1 ? wanted : `${wanted} ${count}`;
    while (this.#named.has(free)) free = `${wanted} ${(count += 1)}`;
    this.#counts.set(wanted, count + 1);
    this.#named.set(free, value);
  }
}

/** A field beside several codes, read once: as a list with one share for each code, and as texts that all of them have in common. */
type Shared = { list: unknown[] | null; all: FieldText[] };
/** If there are more texts than this, they do not describe a code; they are shown with the first code only, so that nothing is lost. */
const MOST_SHARED = 20;

/** `{pin: [a, b], serial: [1, 2]}`: a list with as many entries as there are codes gives one to each; anything else belongs to all. */
function shareOf(
  seen: Map<unknown, Shared>,
  name: string,
  value: unknown,
  place: number,
  count: number,
): FieldText[] {
  if (typeof value !== "object" || value === null) return fieldTexts(value, name);
  const shared = seen.get(value) ?? { list: listOf(value), all: fieldTexts(value, name) };
  seen.set(value, shared);
  if (shared.list?.length === count) return fieldTexts(shared.list[place], name);
  return shared.all.length > MOST_SHARED && place > 0 ? [] : shared.all;
}

function listOf(value: object): unknown[] | null {
  if (Array.isArray(value)) return value;
  return isRecord(value) && isNumbered(value) ? Object.values(value) : null;
}
