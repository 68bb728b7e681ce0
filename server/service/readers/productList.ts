import "server-only";
import { isRecord } from "#lib/json/isRecord.ts";
import { pick, readUnitless, type JsonRecord } from "./fields.ts";
import { readProduct } from "./product.ts";

/**
 * The elements of a list of products, in any of the forms that a list may have; null for what is none. Lists of other things are returned
 * as they are: only what looks like products is taken out of what is around it.
 */
export function listOf(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return unwrapped(value) ?? value;
  return isRecord(value) ? (mapById(value) ?? ungrouped(value)) : null;
}

export function looksLikeProduct(value: unknown): boolean {
  return (
    hasPricing(value) ||
    (isRecord(value) && Object.hasOwn(value, "id") && pick(value, ["name"]) !== undefined)
  );
}

/** More than an id and a name, which brands and categories have as well. */
function hasPricing(value: unknown): boolean {
  return (
    isRecord(value) &&
    pick(value, ["currencyCode", "denominationType"]) !== undefined &&
    readProduct(value).ok
  );
}

/** `{"100001": {name: …}, "100002": {…}}`: each under its id, whether it repeats the id or not. */
function mapById(record: JsonRecord): unknown[] | null {
  const members = Object.entries(record);
  if (members.length === 0) return null;
  const products = members.map(([key, product]) => {
    const id = /^[1-9]\d*$/.test(key) ? readUnitless(key) : null;
    if (id === null || !isRecord(product)) return null;
    const own = ownId(product);
    if (own !== null && own !== id) return null;
    const filled = own === null ? { id, ...product } : product;
    return looksLikeProduct(filled) ? filled : null;
  });
  return products.every((product) => product !== null) ? products : null;
}

function ownId(record: JsonRecord): number | null {
  return readUnitless(pick(record, ["id", "productId"]));
}

/** What belongs to the product: beside a wrapped one, it would be lost. */
const OF_PRODUCT = [
  "name",
  "currencyCode",
  "countryCode",
  "denominationType",
  "price",
  "denominationMinValue",
  "denominationMaxValue",
  "denominationStep",
  "denominationDefaultValue",
];

/**
 * Of `[{node: {…}, cursor: …}, …]` or `[{_id: …, _source: {…}}, …]` the products within: where each element has one under the same name,
 * no other, and nothing of it beside. A product within that is not there remains, as one that cannot be read.
 */
function unwrapped(list: readonly unknown[]): unknown[] | null {
  const wrappers = list.filter(isRecord);
  const [first] = wrappers;
  if (first === undefined || wrappers.length < list.length || wrappers.some(looksLikeProduct)) return null;
  const holds = (name: string) =>
    wrappers.every(
      (wrapper) => Object.hasOwn(wrapper, name) && (wrapper[name] === null || isRecord(wrapper[name])),
    );
  const [name, another] = Object.keys(first).filter(
    (each) => holds(each) && wrappers.some((wrapper) => hasPricing(wrapper[each])),
  );
  if (name === undefined || another !== undefined) return null;
  const isAround = wrappers.every((wrapper) => {
    const { [name]: product, ...rest } = wrapper;
    const id = ownId(rest);
    const isOfProduct = id === null || (isRecord(product) && id === ownId(product));
    return isOfProduct && OF_PRODUCT.every((each) => pick(rest, [each]) === undefined);
  });
  return isAround ? wrappers.map((wrapper) => wrapper[name]) : null;
}

/**
 * Of `{"EUR": [{currencyCode: "EUR", …}], "USD": […]}` all products: where those of each group repeat what the group is called, under
 * the same name in all groups, and none is in two of them. Two lists with names of another kind may be the same products twice.
 */
function ungrouped(record: JsonRecord): unknown[] | null {
  const groups = Object.entries(record).flatMap(([key, list]) =>
    Array.isArray(list) && list.length > 0 ? [{ key, list: list as unknown[] }] : [],
  );
  const all = groups.flatMap(({ list }) => list);
  const [first] = all;
  if (groups.length < 2 || !isRecord(first) || !groups.every(({ list }) => list.some(looksLikeProduct)))
    return null;
  const repeats = (name: string) =>
    groups.every(({ key, list }) => list.every((product) => isRecord(product) && says(product, name, key)));
  const ids = all.flatMap((product) => (isRecord(product) ? (ownId(product) ?? []) : []));
  return Object.keys(first).some(repeats) && new Set(ids).size === ids.length ? all : null;
}

function says(product: JsonRecord, name: string, key: string): boolean {
  const value = Object.hasOwn(product, name) ? product[name] : undefined;
  return (typeof value === "string" || typeof value === "number") && String(value) === key;
}
