import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import { PLACER_WORDS } from "#lib/orders/automation/automationWords.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { counted } from "#lib/text/counts.ts";
import { UNFILTERED, type ListAddress } from "./listAddress.ts";
import { PERIOD_WORDS } from "./periods.ts";
import { TAB_WORDS } from "./tabs.ts";

/** One choice in words, and the address without it. */
export type Choice = { key: string; text: string; without: Partial<ListAddress> };

/** Names for ids in the address; null while they are not known. */
export type AddressNames = { member: string | null; product: string | null; day: (day: string) => string };

/** What an address filters by, besides its tab: one choice for each chip. */
export function choicesOf(address: ListAddress, names: AddressNames): Choice[] {
  const choices: Choice[] = [];
  const add = (key: keyof ListAddress, text: string, ...others: (keyof ListAddress)[]) => {
    const cleared = [key, ...others].map((name) => [name, UNFILTERED[name]]);
    choices.push({ key, text, without: Object.fromEntries(cleared) });
  };
  const { q, state, period, from, to, member, placer, product, currency, min, max, po, tag } = address;
  if (q !== "") add("q", `“${q}”`);
  if (state.length > 0) add("state", statesText(state));
  const zone = address.zone === null ? "" : " (UTC)";
  if (period !== null) add("period", `${PERIOD_WORDS[period]}${zone}`, "zone");
  if (from !== "" || to !== "") add("from", `${daysText(from, to, names.day)}${zone}`, "to", "zone");
  if (member !== null) add("member", `Placed by ${names.member ?? "a member"}`);
  if (placer !== null) add("placer", PLACER_WORDS[placer]);
  if (product !== null) add("product", names.product ?? `Product ${product}`);
  if (currency !== null) {
    add(
      "currency",
      amountsText(currency, min, max),
      "min",
      "max",
      ...(address.sort.startsWith("amount") ? ["sort" as const] : []),
    );
  }
  if (po !== "") add("po", `Purchase order ${po}`);
  if (tag !== "") add("tag", `Tag ${tag}`);
  return choices;
}

/** The names if there are few, otherwise their number. */
function statesText(states: readonly OrderState[]): string {
  return states.length > 3
    ? counted(states.length, "state", "states")
    : states.map((state) => STATES[state].word).join(", ");
}

function daysText(from: string, to: string, day: (day: string) => string): string {
  if (from === to) return day(from);
  if (to === "") return `From ${day(from)}`;
  return from === "" ? `Until ${day(to)}` : `${day(from)} – ${day(to)}`;
}

function amountsText(currency: string, min: string, max: string): string {
  if (min === "" && max === "") return currency;
  if (max === "") return `${currency} ${min} or more`;
  return min === "" ? `${currency} up to ${max}` : `${currency} ${min} – ${max}`;
}

/** A view in one line, with its tab. */
export function describeView(address: ListAddress, names: AddressNames): string {
  const tab = address.tab === null ? [] : [TAB_WORDS[address.tab]];
  const sort = address.sort === UNFILTERED.sort ? [] : [SORT_WORDS[address.sort]];
  return [...tab, ...choicesOf(address, names).map(({ text }) => text), ...sort].join(" · ");
}

export const SORT_WORDS = {
  newest: "Newest first",
  oldest: "Oldest first",
  "amount-high": "Highest amount",
  "amount-low": "Lowest amount",
} as const;
