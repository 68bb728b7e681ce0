import { PLACERS, type Placer } from "#lib/contracts/orders/placers.ts";
import { ORDER_SORTS, type OrderSort } from "#lib/contracts/orders/orderSort.ts";
import { ORDER_STATES, type OrderState } from "#lib/contracts/orders/orderState.ts";
import { normaliseTag } from "#lib/contracts/orders/orderTags.ts";
import { parseAmount } from "#lib/money/minorUnits.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";
import { isSensibleDay } from "#lib/time/sensibleDay.ts";
import { endOfDay, startOfDay } from "#lib/time/zonedDay.ts";
import { daysOfPeriod, PERIODS, type DaysOf, type Period } from "./periods.ts";
import { ORDER_TABS, statesOfTab, type OrderTab } from "./tabs.ts";

/** The filter and sort of the list of orders; `from` and `to` are ISO instants, amounts are in minor units. */
export type OrdersFilter = {
  q?: string;
  state?: OrderState[];
  from?: string;
  to?: string;
  member?: string;
  placer?: Placer;
  product?: number;
  currency?: string;
  amountFrom?: number;
  amountTo?: number;
  purchaseOrder?: string;
  tag?: string;
  sort?: OrderSort;
};

/**
 * The content of the list's address. Days have no time, since each reader of a link has a time zone of their own; amounts are
 * written as people type them.
 */
export type ListAddress = {
  q: string;
  tab: OrderTab | null;
  /** Empty: those of the tab, or all. */
  state: readonly OrderState[];
  period: Period | null;
  /** Not together with a period. */
  from: string;
  to: string;
  /** Days in UTC, as the overview and statements count them; null: in the reader's own zone. Only with days. */
  zone: "utc" | null;
  member: string | null;
  placer: Placer | null;
  product: number | null;
  currency: string | null;
  /** Only with a currency. */
  min: string;
  max: string;
  po: string;
  tag: string;
  sort: OrderSort;
};

export const UNFILTERED: ListAddress = {
  q: "",
  tab: null,
  state: [],
  period: null,
  from: "",
  to: "",
  zone: null,
  member: null,
  placer: null,
  product: null,
  currency: null,
  min: "",
  max: "",
  po: "",
  tag: "",
  sort: "newest",
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads an address. Invalid parts are left out, so that a shared link shows as much as possible. */
export function parseListAddress(params: URLSearchParams): ListAddress {
  const text = (name: string) => (params.get(name) ?? "").trim().slice(0, 200);
  const matching = (name: string, pattern: RegExp) => (pattern.test(text(name)) ? text(name) : null);
  const day = (name: string) =>
    startOfDay(text(name), "UTC") === null || !isSensibleDay(text(name)) ? "" : text(name);
  const oneOf = <T extends string>(name: string, values: readonly T[]) =>
    values.find((value) => value === text(name)) ?? null;
  const period = oneOf("period", PERIODS);
  const days = period === null ? { from: day("from"), to: day("to") } : { from: "", to: "" };
  const states = (params.get("state") ?? "").slice(0, 500).split(",");
  // Also one that ISO 4217 does not know (lib/contracts/money/currencyCode.ts).
  const currency = matching("currency", /^(?!.*\p{C}).{1,20}$/u);
  const product = matching("product", /^[1-9]\d{0,14}$/);
  const sort = oneOf("sort", ORDER_SORTS) ?? "newest";
  return {
    q: text("q"),
    tab: oneOf("tab", ORDER_TABS),
    state: ORDER_STATES.filter((state) => states.includes(state)),
    period,
    ...days,
    zone: period === null && days.from === "" && days.to === "" ? null : oneOf("zone", ["utc"]),
    member: matching("member", UUID),
    placer: oneOf("placer", PLACERS),
    product: product === null ? null : Number(product),
    currency,
    min: currency === null ? "" : text("min"),
    max: currency === null ? "" : text("max"),
    po: text("po"),
    tag: text("tag"),
    sort: currency === null && sort.startsWith("amount") ? "newest" : sort,
  };
}

/**
 * The query string of an address. The same view always gives the same text; parts that have no effect, such as an amount without
 * a currency, are left out.
 */
export function listAddressQuery(address: ListAddress): string {
  return writeParams(parseListAddress(writeParams(address))).toString();
}

function writeParams(address: ListAddress): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) {
    const text = value === null ? "" : String(value);
    if (text !== "" && !(name === "sort" && text === UNFILTERED.sort)) params.set(name, text);
  }
  return params;
}

/** The filter of the dashboard's interface: days are counted in the reader's zone, inclusive, unless the address says UTC. */
export function filterOf(address: ListAddress, own: DaysOf, now: Instant): OrdersFilter {
  const zone = address.zone === null ? own.zone : "UTC";
  const { q, tab, state, member, placer, product, currency, po, sort } = address;
  const days = address.period === null ? address : daysOfPeriod(address.period, now, { ...own, zone });
  const begin = startOfDay(days.from, zone);
  // The first instant after the last day.
  const end = endOfDay(days.to, zone);
  const states = state.length > 0 ? [...state] : tab === null ? [] : statesOfTab(tab);
  const amountFrom = minorOf(address.min, currency);
  const amountTo = minorOf(address.max, currency);
  const tag = normaliseTag(address.tag);
  return {
    ...(q === "" ? {} : { q }),
    ...(states.length === 0 ? {} : { state: states }),
    ...(begin === null ? {} : { from: toIso(begin) }),
    ...(end === null ? {} : { to: toIso(end) }),
    ...(member === null ? {} : { member }),
    ...(placer === null ? {} : { placer }),
    ...(product === null ? {} : { product }),
    ...(currency === null ? {} : { currency }),
    ...(amountFrom === null ? {} : { amountFrom }),
    ...(amountTo === null ? {} : { amountTo }),
    ...(po === "" ? {} : { purchaseOrder: po }),
    ...(tag === "" ? {} : { tag }),
    ...(sort === "newest" ? {} : { sort }),
  };
}

function minorOf(text: string, currency: string | null): number | null {
  if (currency === null) return null;
  const parsed = parseAmount(text, currency);
  return parsed.ok ? parsed.minor : null;
}

/** True if the list is searched or filtered; its sort does not matter. */
export function isFiltered(address: ListAddress): boolean {
  return listAddressQuery({ ...address, sort: UNFILTERED.sort }) !== "";
}
