import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PLACERS } from "#lib/contracts/orders/placers.ts";
import { ORDER_SORTS, type OrderSort } from "#lib/contracts/orders/orderSort.ts";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { connect, type Connection } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { COUNT, countStates } from "#server/orders/search/countStates.ts";
import type { OrderFilter, OrderKey } from "#server/orders/search/filter.ts";
import { findOrders } from "#server/orders/search/findOrders.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { EVERYTHING, compare, fits, type KnownOrder } from "./orderOracle.ts";

const START = Date.parse("2026-03-01T00:00:00Z");
const HOUR = 3_600_000;
const ORDERS = 400;
const HOURS = Math.ceil(ORDERS / 3);
const NAMES = [
  "Brasserie Lumière 25 EUR",
  "Brasserie Linde 50 EUR",
  "Nord-Kino 25,50",
  "Карта Привет 100",
  "O'Neill \\ Gift",
  null,
];
const TAGS = ["promo", "black friday", "o'hara"];
const PURCHASE_ORDERS = ["PO-2026/7", "po-2026/71", "  Été 25 ", null];
const CODES = ["CD-7F3K9Q-2MXW4T", "summer_2026.17", "7001"];
const WORDS = [
  "brasserie",
  "BRASS",
  "25",
  "lumiere",
  "Lumière",
  "привет",
  "25,50",
  "kino",
  "o'",
  "\\",
  "ada",
  "yıl",
  "promo",
  "black",
  "po-2026/7",
  "2026",
  "7f3k9q-2m",
  "#7001",
  "17",
  "€",
  "-",
  "ete",
  "zzz",
  "50",
  "CD-",
];

let database: TestDatabase;
let connection: Connection;
let people: { id: string; name: string }[];
let known: KnownOrder[];

function pick<T>(values: readonly T[], seed: number): T {
  const value = values[seed % values.length];
  if (value === undefined) throw new Error("nothing to pick from");
  return value;
}

/** Deterministic, with properties that do not repeat in a common rhythm. */
function orderOf(n: number): KnownOrder {
  const at = (salt: number) => Math.floor(Math.abs(Math.sin(n * 12.9898 + salt * 78.233)) * 43_758);
  const line = (salt: number) => ({ productId: (at(salt) % 6) + 1, productName: pick(NAMES, at(salt)) });
  return {
    id: randomUUID(),
    environment: at(1) % 10 === 0 ? "production" : "sandbox",
    // Several at the same moment.
    createdAt: START + Math.floor(n / 3) * HOUR,
    state: pick(ORDER_STATES, at(2)),
    currency: pick(["EUR", "EUR", "USD", null], at(3)),
    price: pick([null, 0, 100, 2_500, 2_500, 2_501, 900_719_925_474], at(4)),
    code: `${pick(CODES, at(5))}-${n}`,
    orderId: at(6) % 3 === 0 ? null : String(70_000 + n),
    lines: at(7) % 4 === 0 ? [line(8), line(9)] : [line(8)],
    note: pick(["for Ada, urgent", null, "25 pieces"], at(10)),
    purchaseOrder: pick(PURCHASE_ORDERS, at(11)),
    tags: TAGS.filter((_, place) => at(12 + place) % 4 === 0),
    placedBy: at(15) % 5 === 0 ? null : pick(people, at(16)),
    placer: pick(["person", "person", ...PLACERS], at(17)),
  };
}

const rowOf = (order: KnownOrder): typeof orders.$inferInsert => ({
  id: order.id,
  environment: order.environment,
  externalOrderCode: order.code,
  orderId: order.orderId,
  origin: "placed",
  state: order.state,
  currency: order.currency,
  price: order.price,
  lines: order.lines.map((line) => ({ ...line, price: 1, quantity: 1, countryCode: null })),
  note: order.note,
  purchaseOrder: order.purchaseOrder,
  tags: order.tags,
  placedBy: order.placedBy?.id ?? null,
  automation: order.placer === "person" ? null : { kind: order.placer, id: order.id, name: "Automation" },
  createdAt: order.createdAt,
  updatedAt: order.createdAt,
});

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url);
  people = await connection.db
    .insert(members)
    .values(
      ["Ada Bergström", "Elif Yılmaz", "Dmitri Иванов"].map((name) => ({
        name,
        email: `${randomUUID()}@partner.example`,
        role: "buyer" as const,
        createdAt: START,
        updatedAt: START,
      })),
    )
    .returning({ id: members.id, name: members.name });
  known = Array.from({ length: ORDERS }, (_, n) => orderOf(n));
  await connection.db.insert(orders).values(known.map(rowOf));
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

function expected(filter: OrderFilter, sort: OrderSort): string[] {
  return known
    .filter((order) => fits(order, filter))
    .filter(({ price }) => price !== null || !sort.startsWith("amount"))
    .map(({ id, createdAt, price }) => ({ row: id, createdAt, price }))
    .toSorted(compare(sort))
    .map(({ row }) => row);
}

const boundsOf = (first: number) => {
  const bound = { first, most: 4 * first, rowUs: 0 };
  return { sideBySide: bound, scattered: bound };
};
const countsOf = (first: number) => ({
  ...COUNT,
  first,
  few: Math.ceil(first / 10),
  found: 2 * first,
  rows: 4 * first,
});

/** All pages, one after the other. */
async function found(
  filter: OrderFilter,
  sort: OrderSort,
  take: number,
  lookedAt: number,
): Promise<string[]> {
  const rows: string[] = [];
  let after: OrderKey | null = null;
  for (;;) {
    const page: OrderKey[] = await findOrders(
      connection.db,
      filter,
      { sort, after, take },
      boundsOf(lookedAt),
    );
    rows.push(...page.map(({ row }) => row));
    if (page.length < take) return rows;
    after = page.at(-1) ?? null;
  }
}

type Case = { filter: OrderFilter; sort: OrderSort; take: number; lookedAt: number };

async function expectSame({ filter, sort, take, lookedAt }: Case): Promise<void> {
  expect(await found(filter, sort, take, lookedAt)).toEqual(expected(filter, sort));
  const counted = Object.groupBy(
    known.filter((order) => fits(order, { ...filter, states: null })),
    ({ state }) => state,
  );
  const counts = await countStates(connection.db, filter, countsOf(lookedAt));
  for (const state of ORDER_STATES) {
    const actual = counted[state]?.length ?? 0;
    const { count, more } = counts[state] ?? { count: 0, more: false };
    // With `more`, the count is a lower bound; if all orders were scanned, `more` is never set.
    expect(
      more ? count <= actual && lookedAt < ORDERS : count === actual,
      `${state}: ${count} of ${actual}`,
    ).toBe(true);
  }
}

/** The values that each filter is tested with. */
const values: { [Name in keyof OrderFilter]?: () => fc.Arbitrary<Partial<OrderFilter>> } = {
  states: () => fc.subarray([...ORDER_STATES], { minLength: 1 }).map((states) => ({ states })),
  from: () => fc.integer({ min: -1, max: HOURS }).map((hour) => ({ from: START + hour * HOUR })),
  to: () => fc.integer({ min: -1, max: HOURS }).map((hour) => ({ to: START + hour * HOUR })),
  text: () =>
    fc
      .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
      .map((words) => ({ text: words.join("  ") })),
  memberId: () => fc.constantFrom(...people).map(({ id }) => ({ memberId: id })),
  placer: () => fc.constantFrom(...PLACERS).map((placer) => ({ placer })),
  productId: () => fc.integer({ min: 1, max: 7 }).map((productId) => ({ productId })),
  currency: () =>
    fc.record({
      currency: fc.constantFrom("EUR", "USD", "KWD"),
      amountFrom: fc.constantFrom(null, 0, 1, 2_500, 2_502),
      amountTo: fc.constantFrom(null, 0, 2_500, 900_719_925_474),
    }),
  purchaseOrder: () =>
    fc.constantFrom("po-2026/7", " PO-2026/71 ", "été 25", "po").map((purchaseOrder) => ({ purchaseOrder })),
  tag: () => fc.constantFrom(...TAGS, "none").map((tag) => ({ tag })),
};
/** With so few rows scanned, the index of terms has to find the others. */
const cases = (filters: fc.Arbitrary<OrderFilter>): fc.Arbitrary<Case> =>
  filters.chain((filter) =>
    fc.record({
      filter: fc.constant(filter),
      sort: fc.constantFrom(
        ...ORDER_SORTS.filter((sort) => filter.currency !== null || !sort.startsWith("amount")),
      ),
      take: fc.constantFrom(1, 7, 50),
      lookedAt: fc.constantFrom(3, 40, 6_000),
    }),
  );

describe("filters of the orders", () => {
  it.each(Object.keys(values))("find alone what fits them, counted and in each order: %s", async (name) => {
    const arbitrary = Object.entries(values).find(([each]) => each === name)?.[1];
    if (arbitrary === undefined) throw new Error("no such filter");
    const filters = arbitrary().map((part): OrderFilter => ({ ...EVERYTHING, ...part }));
    await fc.assert(fc.asyncProperty(cases(filters), expectSame), { numRuns: 20 });
  });

  it("find in every combination what a plain reading of them finds", async () => {
    const parts = Object.values(values).map((arbitrary) => fc.option(arbitrary(), { nil: {}, freq: 2 }));
    const filters = fc
      .tuple(...parts)
      .map((chosen): OrderFilter => Object.assign({ ...EVERYTHING }, ...chosen));
    await fc.assert(fc.asyncProperty(cases(filters), expectSame), { numRuns: 400 });
  });
});
