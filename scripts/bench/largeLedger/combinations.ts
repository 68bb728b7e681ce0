import type { OrdersFilter } from "#lib/orders/list/listAddress.ts";
import { statesOfTab } from "#lib/orders/list/tabs.ts";

/** Combinations of filters that each match many orders and together match few: the slowest ones that were found. */
export function combinations({
  member,
  another,
  before,
}: {
  member: string;
  another: string;
  before: (days: number) => string;
}): Record<string, OrdersFilter> {
  return {
    "tag + text + month": { tag: "resellers", q: "gift card", from: before(390), to: before(360) },
    "rare tag + common text + year": { tag: "lost parcel", q: "gift", from: before(700), to: before(335) },
    "purchase order + member": { purchaseOrder: "po-2025-1234", member },
    "amount + product": { product: 250, currency: "JPY", amountFrom: 1_000, amountTo: 4_000 },
    "amount + member + tab": {
      member,
      currency: "EUR",
      amountFrom: 500,
      amountTo: 1_000,
      state: statesOfTab("not-placed"),
    },
    "amount + text": { currency: "EUR", amountFrom: 500, amountTo: 600, q: "brasserie" },
    "member + tag + text + tab": {
      member: another,
      tag: "resellers",
      q: "sakura",
      state: statesOfTab("incomplete"),
    },
    "member + product + currency + year": {
      member,
      product: 3,
      currency: "EUR",
      from: before(500),
      to: before(135),
    },
    "text + text + tab": { q: "aurora urgent", state: statesOfTab("not-placed") },
    "text + member's name + tab": { q: "hana sakura", state: statesOfTab("incomplete") },
    "currency + tab": { currency: "SEK", state: statesOfTab("unconfirmed") },
    "currency + two words + tab": { currency: "JPY", q: "sakura 50", state: statesOfTab("incomplete") },
    "busy member + tab": { member, state: statesOfTab("not-placed") },
    "popular tag + text + tab": { tag: "resellers", q: "streamly", state: statesOfTab("incomplete") },
    "oldest + member + JPY + text + tab": {
      member,
      currency: "JPY",
      q: "sakura",
      state: statesOfTab("incomplete"),
      sort: "oldest",
    },
    "largest in JPY + member + text + tab": {
      member,
      currency: "JPY",
      q: "sakura",
      state: statesOfTab("incomplete"),
      sort: "amount-high",
    },
    "smallest in EUR + product + year": {
      currency: "EUR",
      sort: "amount-low",
      product: 3,
      from: before(700),
      to: before(335),
    },
    everything: {
      member,
      currency: "JPY",
      q: "sakura",
      tag: "resellers",
      state: statesOfTab("completed"),
      from: before(700),
      to: before(35),
      amountFrom: 1_000,
      amountTo: 100_000,
    },
  };
}
