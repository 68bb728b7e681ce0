import "server-only";
import { fieldRole } from "#lib/codes/fieldRoles.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import { codeUnits, type CodeUnit } from "./codeUnits.ts";
import { normalName, pick, readUnitless, type JsonRecord } from "./fields.ts";
import { isAmount, isEmpty, isPlaceholder, saysMissing } from "./placeholder.ts";

/** What one entry delivers: the codes under `pin`, and the fields beside it that belong to them. */
export type Delivery = {
  productId: number | null;
  units: CodeUnit[];
  beside: [string, unknown][];
};

/** `products[].pin` is stated; the others mean the same in the plural. Never `code` alone, which may be the product's. */
const PIN_NAMES = ["pin", "pins", "pincode", "pincodes", "codes", "vouchers"];
/** Searched last inside of products too, which have codes of their own, but no pins. */
const PINS_OF_PRODUCTS = PIN_NAMES.filter((name) => name.startsWith("pin"));
const LINK_NAMES = ["url", "link", "redemptionurl", "redeemurl", "activationurl"];
/** Searched only if the order's status says delivered, in entries without a pin. */
const LOOSE_NAMES = [
  ...PIN_NAMES,
  "code",
  "voucher",
  "vouchercode",
  "giftcards",
  "giftcard",
  "giftcode",
  "coupon",
  "couponcode",
  "redemptioncode",
  "activationcode",
  "licensekey",
  "cardnumber",
  "serial",
  "serialnumber",
  ...LINK_NAMES,
  "value",
];
const LINE_NAMES = ["products", "orderProducts", "items", "lines", "orderLines"];
/** Lists of codes beside or instead of `products`: each entry is a code, whatever its fields are called. */
const CODE_LIST_NAMES = ["codes", "pins", "vouchers"];

/** Fields of an entry that describe the line, not the code. */
const LINE_FIELDS = new Set(
  (
    "productid product productname name title sku ean upc price unitprice total totalprice amount cost currency " +
    "currencycode countrycode country quantity qty status delivered ordered theservice denominationtype brand " +
    "category categories tag tags language languages image imageurl logo discount tax fee orderid externalordercode"
  ).split(" "),
);
/** Fields that are not searched for pins: they describe things that have codes of their own. */
const NO_PINS_INSIDE =
  /^(product|country|currency|brand|category|language|denomination|price|wallet|balance)/i;

/** Names of fields whose links are not codes, besides those that describe the line. */
const NO_CODES_INSIDE = /^_?(?:icon|thumb|media|picture|photo|banner|support|help|faq|legal|website)/i;

/** `bare`: a plain text in the list is a code (`products: ["ABCD-1234"]`), not an id or a description. */
type Entry = {
  value: unknown;
  productId: number | null;
  bare: boolean;
  parent: Entry | null;
};
type Search = {
  names: readonly string[];
  bare: boolean;
  /** Whether the names are ambiguous; values that are clearly something else are then left out. */
  loose: boolean;
  /** What was found under stated names; given when the remaining entries are searched. */
  strict?: Found;
  /** Whether products inside of entries are searched: `{product: {id, pin}}`. */
  insideProducts?: boolean;
  /** Whether `true` and `false` can be codes. */
  readsTruth: boolean;
};

/** What a search has found, and in which entries: the nearest entry and all that contain it. */
class Found {
  readonly deliveries: Delivery[] = [];
  readonly #byEntry = new Map<unknown, Delivery>();
  readonly #around = new Set<unknown>();
  /** The texts under loose names beside the pins, where they describe the product. */
  readonly #described = new Map<string, Set<unknown>>();

  get count(): number {
    return this.deliveries.reduce((sum, { units }) => sum + units.length, 0);
  }

  add(entry: Entry, delivery: Delivery): void {
    this.deliveries.push(delivery);
    if (isRecord(entry.value)) this.#byEntry.set(entry.value, delivery);
    for (let around = entry.parent; around !== null; around = around.parent) {
      if (this.#around.has(around.value)) break;
      this.#around.add(around.value);
    }
    for (const [name, value] of delivery.beside) {
      const plain = normalName(name);
      if (!LOOSE.has(plain)) continue;
      const texts = this.#described.get(plain) ?? new Set();
      this.#described.set(plain, texts.add(value));
    }
  }

  at(entry: JsonRecord): Delivery | undefined {
    return this.#byEntry.get(entry);
  }

  isAround(value: unknown): boolean {
    return this.#around.has(value);
  }

  /** Links to codes differ, while a link to a shop is the same everywhere. */
  describes(plain: string, value: unknown): boolean {
    const texts = this.#described.get(plain);
    return texts !== undefined && (!LINK_NAMES.includes(plain) || texts.has(value));
  }
}
const LOOSE = new Set(LOOSE_NAMES);

/**
 * Finds what was delivered: under stated names first, under similar names only if the status says delivered.
 * @param readsTruth whether `true` and `false` can be codes.
 */
export function deliveries(order: JsonRecord, readsTruth = false): Delivery[] {
  const bare = saysDelivered(order);
  for (const lines of listsIn(order, LINE_NAMES)) {
    const strict = searchLines(lines, { names: PIN_NAMES, bare, loose: false, readsTruth });
    if (strict.deliveries.length === 0) continue;
    return bare ? withSecondNames(order, lines, strict, readsTruth) : strict.deliveries;
  }
  const listed = firstFound(order, CODE_LIST_NAMES, {
    names: LOOSE_NAMES,
    bare: true,
    loose: false,
    readsTruth,
  });
  if (listed.length > 0 || !bare) return listed;
  const loose = firstFound(order, LINE_NAMES, { names: LOOSE_NAMES, bare: true, loose: true, readsTruth });
  if (loose.length > 0) return loose;
  const how = { names: PINS_OF_PRODUCTS, bare: false, loose: false, insideProducts: true, readsTruth };
  return firstFound(order, LINE_NAMES, how);
}

/** What is delivered in the first of these lists in which anything is. */
function firstFound(order: JsonRecord, lists: readonly string[], how: Search): Delivery[] {
  for (const lines of listsIn(order, lists)) {
    const found = searchLines(lines, how);
    if (found.deliveries.length > 0) return found.deliveries;
  }
  return [];
}

/**
 * Adds what entries without a pin deliver under a second name, but no more than the service says was delivered: in a partial
 * order, an entry without a pin probably has no code yet, and its other fields describe the product.
 */
function withSecondNames(order: JsonRecord, lines: object, strict: Found, readsTruth: boolean): Delivery[] {
  const delivered = readUnitless(pick(order, ["delivered"])) ?? 0;
  const most = delivered > 0 ? delivered : Number.POSITIVE_INFINITY;
  if (strict.count >= most) return strict.deliveries;
  const all = searchLines(lines, { names: LOOSE_NAMES, bare: true, loose: true, strict, readsTruth });
  return all.count > most ? strict.deliveries : all.deliveries;
}

function saysDelivered(order: JsonRecord): boolean {
  const status = pick(order, ["status"]);
  const completed = typeof status === "string" && status.trim().toLowerCase() === "completed";
  return completed || (readUnitless(pick(order, ["delivered"])) ?? 0) > 0;
}

function listsIn(order: JsonRecord, names: readonly string[]): object[] {
  return names.flatMap((name) => {
    const lines = pick(order, [name]);
    return typeof lines === "object" && lines !== null ? [lines] : [];
  });
}

function searchLines(lines: object, how: Search): Found {
  const found = new Found();
  const entries: Entry[] = [{ value: lines, productId: null, bare: how.bare, parent: null }];
  for (let entry = entries.pop(); entry !== undefined; entry = entries.pop()) {
    const inside = readEntry(entry, how, found);
    for (let index = inside.length - 1; index >= 0; index -= 1) {
      const next = inside[index];
      if (next !== undefined) entries.push(next);
    }
  }
  return found;
}

/** Adds what one entry delivers; returns the entries inside it that have to be read next. */
function readEntry(entry: Entry, how: Search, found: Found): Entry[] {
  const { value } = entry;
  if (Array.isArray(value)) {
    return value.map((item: unknown) => ({ ...entry, value: item, parent: entry }));
  }
  if (!isRecord(value)) {
    const units = entry.bare && isText(value) ? codeUnits(value, "pin", how.readsTruth) : [];
    if (units.length > 0) found.add(entry, { productId: entry.productId, units, beside: [] });
    return [];
  }
  const productId = readProductId(value) ?? entry.productId;
  const known = how.strict?.at(value);
  if (known !== undefined) {
    found.add(entry, known);
    return [];
  }
  const holdsStrict = how.strict?.isAround(value) === true;
  if (!holdsStrict) {
    if (how.loose && isNoDelivery(value)) return [];
    const delivery = deliveryOf(value, productId, how);
    if (delivery !== null) {
      found.add(entry, delivery);
      return [];
    }
  }
  return Object.entries(value).flatMap(([key, inner]) => {
    if (typeof inner !== "object" || inner === null) return [];
    const isProduct = how.insideProducts === true && /^product/i.test(key);
    if (NO_PINS_INSIDE.test(key) && !isProduct && !isListOfLines(entry, key, inner)) return [];
    const describes = describesLine(key);
    if (describes && how.loose && how.strict?.isAround(inner) !== true) return [];
    const bare = entry.bare && !describes;
    return [{ value: inner, productId: productId ?? keyedProductId(key, inner), bare, parent: entry }];
  });
}

/** `products: {product: [{pin: …}, …]}`, or without a list where there is only one; some services make JSON of XML. */
function isListOfLines({ parent, value }: Entry, key: string, inner: object): boolean {
  if (parent !== null || !isRecord(value) || !/^products?(?:list|lines|items)?$/.test(normalName(key)))
    return false;
  return Array.isArray(inner) || Object.keys(value).length === 1;
}

/** The first field with a code under one of the names. */
function deliveryOf(record: JsonRecord, productId: number | null, how: Search): Delivery | null {
  const members = Object.entries(record);
  const isSomethingElse = otherMeanings(record, how);
  for (const name of how.names) {
    for (const [key, value] of members) {
      const isThere = isSomething(value) || (how.readsTruth && value === false);
      if (normalName(key) !== name || !isThere || isSomethingElse(name, value)) continue;
      const units = codeUnits(value, scalarName(key), how.readsTruth);
      if (units.length === 0) continue;
      const beside = members.filter(([other]) => other !== key && !isOfLine(normalName(other), how));
      return { productId, units, beside };
    }
  }
  return null;
}

function isOfLine(plain: string, { insideProducts = false }: Search): boolean {
  return LINE_FIELDS.has(plain) || (insideProducts && plain === "id");
}

/** Whether a member with the name of a code describes the product, or a code that is still to come. The record is looked through once. */
function otherMeanings(record: JsonRecord, how: Search): (name: string, value: unknown) => boolean {
  let isPinless: boolean | null = null;
  let hasAmount: boolean | null = null;
  return (name, value) => {
    if (how.strict?.describes(name, value) === true) return true;
    // `{pin: null, serial: "17"}`
    if (fieldRole(name) === "serial") return (isPinless ??= lacksPin(record));
    return isAmountOfCard(name, value) && (hasAmount ??= tellsAmount(record, how));
  };
}

function lacksPin(record: JsonRecord): boolean {
  return Object.entries(record).some(
    ([key, value]) => PIN_NAMES.includes(normalName(key)) && (isEmpty(value) || !isSomething(value)),
  );
}

/** Whether digits under `value` are an amount: beside entries with a pin, or with a currency where no code would be expected. */
function tellsAmount(record: JsonRecord, how: Search): boolean {
  if (how.strict !== undefined) return true;
  const hasCurrency = pick(record, ["currency", "currencyCode"]) !== undefined;
  return hasCurrency && (how.loose || saysMissing(record));
}

/** `{rel: "self", url: …}` is a link of the service's own, and an entry with such a status has its code yet to come. */
function isNoDelivery(record: JsonRecord): boolean {
  const status = pick(record, ["status", "state"]);
  return Object.hasOwn(record, "rel") || (typeof status === "string" && isPlaceholder(status));
}

/** `value` of an entry can be the amount of a card. */
function isAmountOfCard(name: string, value: unknown): boolean {
  const text = typeof value === "number" ? String(value) : value;
  return name === "value" && typeof text === "string" && isAmount(text);
}

/** `delivered` may contain what was delivered, so it does not describe the line. */
function describesLine(key: string): boolean {
  const plain = normalName(key);
  const role = fieldRole(key);
  return (
    (LINE_FIELDS.has(plain) && plain !== "delivered") ||
    role === "expiry" ||
    role === "further" ||
    NO_CODES_INSIDE.test(key)
  );
}

function readProductId(record: JsonRecord): number | null {
  const product = pick(record, ["product"]);
  return (
    readUnitless(pick(record, ["productId"])) ??
    (isRecord(product) ? readUnitless(pick(product, ["id", "productId"])) : null)
  );
}

/** `products: {"12": {pin: …}}` */
function keyedProductId(key: string, value: unknown): number | null {
  return /^[1-9]\d*$/.test(key) && !Array.isArray(value) ? readUnitless(key) : null;
}

function scalarName(name: string): string {
  const plain = normalName(name);
  if (plain === "pins") return "pin";
  return plain === "codes" ? "code" : plain === "vouchers" ? "voucher" : name;
}

function isText(value: unknown): boolean {
  return (typeof value === "string" && value.trim() !== "") || typeof value === "number";
}

function isSomething(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isRecord(value)) return Object.keys(value).length > 0;
  return isText(value) || value === true;
}
