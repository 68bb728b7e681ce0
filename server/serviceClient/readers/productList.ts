import "server-only";
import { isRecord } from "#lib/json/isRecord.ts";
import { pick, readUnitless, type JsonRecord } from "./fields.ts";
import { isResource, readProduct, unwrapResource } from "./product.ts";

/**
 * The elements of a list of products, in any of the forms that such a list may have; null if it is not a list. Lists of other
 * things are returned unchanged: only elements that look like products are unwrapped.
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

/** Whether there is more than an id and a name, which brands and categories have as well. */
function hasPricing(value: unknown): boolean {
  return (
    isRecord(value) &&
    pick(value, ["currencyCode", "denominationType"]) !== undefined &&
    readProduct(value).ok
  );
}

/** `{"100001": {name: …}, "100002": {…}}`: each product under its id, whether or not it repeats the id. */
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

/** Fields of a product that would be lost if they stood beside a wrapped product. */
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
 * The products within `[{node: {…}, cursor: …}, …]` or `[{_id: …, _source: {…}}, …]`: if each element has one under the same
 * name, no other, and no part of it beside. A missing inner product stays in the list, as an unreadable one.
 */
function unwrapped(list: readonly unknown[]): unknown[] | null {
  const resources = list.map(unwrapResource);
  if (resources.some((resource) => resource !== null) && list.every(isResource)) return resources;
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
 * All products of `{"EUR": [{currencyCode: "EUR", …}], "USD": […]}`: if those in each group repeat the group's name, in the same
 * field in all groups, and none is in two groups. Two lists with other kinds of names may contain the same products twice.
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
