import "server-only";
import { isRecord } from "#lib/json/isRecord.ts";
import { normalName, pick, readUnitless, type JsonRecord } from "./fields.ts";

/** What was delivered for one entry: the value under `pin`, and the members beside it that belong to the code. */
export type Delivery = {
  productId: number | null;
  value: unknown;
  scalarName: string;
  beside: [string, unknown][];
};

/** `products[].pin` is stated; the others are the same thing in the plural. Never `code` alone: that may be the product's. */
const PIN_NAMES = ["pin", "pins", "pincode", "pincodes", "codes", "vouchers"];
/** Searched only in an order whose status says delivered and that has no pin. */
const LOOSE_NAMES = [
  ...PIN_NAMES,
  "code",
  "voucher",
  "vouchercode",
  "giftcards",
  "serial",
  "url",
  "link",
  "value",
];
const LINE_NAMES = ["products", "orderProducts", "items", "lines", "orderLines"];
/** Lists of codes beside or instead of `products`: each entry is a code, whatever its members are called. */
const CODE_LIST_NAMES = ["codes", "pins", "vouchers"];

/** Members of an entry that describe the line, not the code. */
const LINE_FIELDS = new Set(
  (
    "productid product productname name title sku ean upc price unitprice total totalprice amount cost currency " +
    "currencycode countrycode country quantity qty status delivered ordered theservice denominationtype brand " +
    "category categories tag tags language languages image imageurl logo discount tax fee orderid externalordercode"
  ).split(" "),
);
/** Members that are not searched for pins: they describe things with codes of their own. */
const NO_PINS_INSIDE =
  /^(product|country|currency|brand|category|language|denomination|price|wallet|balance)/i;

type Entry = { value: unknown; productId: number | null };
/** `bare`: a plain text in the list is a code (`products: ["ABCD-1234"]`), not an id or a description. */
type Search = { names: readonly string[]; bare: boolean };

/** Finds what was delivered: by stated names first, by similar ones only where the status says delivered. */
export function deliveries(order: JsonRecord): Delivery[] {
  const delivered = saysDelivered(order);
  const strict = search(order, LINE_NAMES, { names: PIN_NAMES, bare: delivered });
  if (strict.length > 0) return strict;
  const listed = search(order, CODE_LIST_NAMES, { names: LOOSE_NAMES, bare: true });
  if (listed.length > 0) return listed;
  return delivered ? search(order, LINE_NAMES, { names: LOOSE_NAMES, bare: true }) : [];
}

function saysDelivered(order: JsonRecord): boolean {
  const status = pick(order, ["status"]);
  const completed = typeof status === "string" && status.trim().toLowerCase() === "completed";
  return completed || (readUnitless(pick(order, ["delivered"])) ?? 0) > 0;
}

function search(order: JsonRecord, lineNames: readonly string[], how: Search): Delivery[] {
  for (const lineName of lineNames) {
    const lines = pick(order, [lineName]);
    if (typeof lines !== "object") continue;
    const found = searchLines(lines, how);
    if (found.length > 0) return found;
  }
  return [];
}

function searchLines(lines: unknown, how: Search): Delivery[] {
  const found: Delivery[] = [];
  const entries: Entry[] = [{ value: lines, productId: null }];
  for (let entry = entries.pop(); entry !== undefined; entry = entries.pop()) {
    const inside = readEntry(entry, how, found);
    for (let index = inside.length - 1; index >= 0; index -= 1) {
      const next = inside[index];
      if (next !== undefined) entries.push(next);
    }
  }
  return found;
}

/** Adds what one entry delivers; returns the entries inside it that are to be read next. */
function readEntry(entry: Entry, { names, bare }: Search, found: Delivery[]): Entry[] {
  const { value } = entry;
  if (Array.isArray(value)) {
    return value.map((item: unknown) => ({ value: item, productId: entry.productId }));
  }
  if (!isRecord(value)) {
    if (bare && isText(value))
      found.push({ productId: entry.productId, value, scalarName: "pin", beside: [] });
    return [];
  }
  const productId = readProductId(value) ?? entry.productId;
  const members = Object.entries(value);
  for (const name of names) {
    const member = members.find(([key, inner]) => normalName(key) === name && isSomething(inner));
    if (member === undefined) continue;
    const beside = members.filter(([key]) => key !== member[0] && !LINE_FIELDS.has(normalName(key)));
    found.push({ productId, value: member[1], scalarName: scalarName(member[0]), beside });
    return [];
  }
  return members.flatMap(([key, inner]) =>
    typeof inner === "object" && inner !== null && !NO_PINS_INSIDE.test(key)
      ? [{ value: inner, productId: productId ?? keyedProductId(key, inner) }]
      : [],
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
