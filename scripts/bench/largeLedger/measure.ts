import { sql } from "drizzle-orm";
import type { OrdersFilter } from "#lib/orders/list/listAddress.ts";
import { statesOfTab } from "#lib/orders/list/tabs.ts";
import { DAY, toIso, type Instant } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";
import { countOrders } from "#server/orders/verbs/countOrders.ts";
import { listOrders } from "#server/orders/verbs/listOrders.ts";
import { combinations } from "./combinations.ts";
import { median, quantile } from "#scripts/bench/median.ts";

const TAKE = 50;

export type FilterTimes = { name: string; list: number[]; counts: number[]; both: number[] };

/**
 * Every filter alone, with values that match many, some and no orders, and in combinations: two that match many, one of many with
 * one of few, and ones that exclude each other.
 */
async function filters({ db, clock }: MemberRequest): Promise<Record<string, OrdersFilter>> {
  const people = await db
    .select({ id: members.id })
    .from(members)
    .where(sql`email like 'bench-%'`)
    .orderBy(members.email);
  const [busy, , , , , , , , , , rare] = people.map(({ id }) => id);
  const before = (days: number): string => toIso(clock.now() - days * DAY);
  const [order] = await db
    .execute<{ code: string }>(sql`select external_order_code as code from orders offset 500000 limit 1`)
    .then(({ rows }) => rows);
  const code = order?.code ?? "";
  const member = busy ?? "";
  return {
    nothing: {},
    "tab in progress": { state: statesOfTab("in-progress") },
    "tab unconfirmed": { state: statesOfTab("unconfirmed") },
    "tab completed": { state: statesOfTab("completed") },
    "tab not placed": { state: statesOfTab("not-placed") },
    "last week": { from: before(7) },
    "a month a year ago": { from: before(390), to: before(360) },
    "one hour": { from: before(100), to: before(100 - 1 / 24) },
    "busy member": { member },
    "another member": { member: rare ?? "" },
    "unknown member": { member: "00000000-0000-4000-8000-000000000000" },
    "popular product": { product: 3 },
    "rare product": { product: 790 },
    "currency EUR": { currency: "EUR" },
    "currency unknown": { currency: "KWD" },
    "small amounts": { currency: "EUR", amountFrom: 500, amountTo: 1_000 },
    "no such amounts": { currency: "EUR", amountFrom: 1, amountTo: 2 },
    "one amount": { currency: "JPY", amountFrom: 300_000, amountTo: 300_000 },
    "purchase order": { purchaseOrder: "po-2025-1234" },
    "tag resellers (10%)": { tag: "resellers" },
    "tag promo (2%)": { tag: "promo" },
    "tag lost parcel (0.05%)": { tag: "lost parcel" },
    "text brasserie 25": { q: "brasserie 25" },
    "text gift": { q: "gift" },
    "text gift card 5": { q: "gift card 5" },
    "text g": { q: "g" },
    "text lumiere": { q: "lumiere" },
    "text jpy sek (frequent, never together)": { q: "jpy sek" },
    "text jpy sek + tab": { q: "jpy sek", state: statesOfTab("not-placed") },
    "text urgent": { q: "urgent" },
    "text reference": { q: code },
    "text beginning of references": { q: "CD-7" },
    "text end of a reference": { q: code.slice(-6) },
    "text order id": { q: "#5432100" },
    "text PO-2025": { q: "PO-2025" },
    "text member": { q: "hana sato" },
    "text unknown": { q: "zzzz" },
    "text nordkino streamly (hardly any)": { q: "nordkino streamly" },
    "text gift zzzz": { q: "gift zzzz" },
    "text customer 4711": { q: "customer 4711" },
    "member + product": { member, product: 250 },
    "member + popular tag + EUR": { member, tag: "resellers", currency: "EUR" },
    "member + JPY + text + tab": { member, currency: "JPY", q: "sakura", state: statesOfTab("incomplete") },
    "product + other currency (none)": { product: 3, currency: "SEK" },
    "text + old month": { q: "bucherhaus", from: before(700), to: before(670) },
    "tag + old month + state": { tag: "promo", from: before(700), to: before(670), state: ["rejected"] },
    "rejected + rare tag": { state: ["rejected"], tag: "lost parcel" },
    "oldest first": { sort: "oldest" },
    "oldest + text": { sort: "oldest", q: "brasserie 25" },
    "largest in EUR": { currency: "EUR", sort: "amount-high" },
    "smallest in USD + text": { currency: "USD", sort: "amount-low", q: "aurora" },
    "largest in EUR + tag + tab": {
      currency: "EUR",
      sort: "amount-high",
      tag: "promo",
      state: statesOfTab("not-placed"),
    },
    "largest in JPY + rare tag": { currency: "JPY", sort: "amount-high", tag: "lost parcel" },
    ...combinations({ member, another: rare ?? "", before }),
  };
}

/** Times list and counts of each filter, one after the other and together, as the page asks for them. In milliseconds. */
export async function measureFilters(request: MemberRequest, rounds: number): Promise<FilterTimes[]> {
  const times: FilterTimes[] = [];
  for (const [name, filter] of Object.entries(await filters(request))) {
    const of: FilterTimes = { name, list: [], counts: [], both: [] };
    const list = () => listOrders(request, { ...filter, take: TAKE });
    const counts = () => countOrders(request, filter);
    // The first run reads what is not in memory yet.
    await Promise.all([list(), counts()]);
    for (let round = 0; round < rounds; round += 1) {
      of.list.push(await timed(list));
      of.counts.push(await timed(counts));
      of.both.push(await timed(() => Promise.all([list(), counts()])));
    }
    times.push(of);
  }
  return times;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun: Instant = performance.now();
  await work();
  return performance.now() - begun;
}

const figure = (samples: readonly number[]) =>
  `${median(samples).toFixed(1).padStart(6)} ${quantile(samples, 0.95).toFixed(1).padStart(6)}`;

/** One line for each filter: median and 95th percentile of the list, of the counts and of both together. */
export function describeTimes(times: readonly FilterTimes[]): string {
  return [
    `${"".padEnd(40)}  list          counts        both   (ms: median, p95)`,
    ...times.map(
      ({ name, list, counts, both }) =>
        `${name.padEnd(40)} ${figure(list)} ${figure(counts)} ${figure(both)}`,
    ),
  ].join("\n");
}
