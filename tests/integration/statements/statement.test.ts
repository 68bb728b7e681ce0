import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { statementSchema, type StatementGroup, type StatementRow } from "#lib/contracts/money/statement.ts";
import type { OrderLine } from "#lib/contracts/orders/order.ts";
import { ORDER_STATES, type OrderState } from "#lib/contracts/orders/orderState.ts";
import { isAtService, STATES } from "#lib/orders/lifecycle/states.ts";
import { DAY, HOUR } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";
import { codeFingerprints, orders } from "#server/db/schema/orders.ts";
import { keepBalances } from "#server/serviceLimits/keepBalances.ts";
import { readStatement } from "#server/statements/readStatement.ts";
import { readHistory } from "#server/wallet/readHistory.ts";
import { catalogWorld, type CatalogWorld } from "#tests/integration/catalog/world.ts";

const MONTH = Date.parse("2030-05-01T00:00:00Z");
const END = Date.parse("2030-06-01T00:00:00Z");
let world: CatalogWorld;
let people: { id: string; name: string }[];
beforeAll(async () => {
  world = await catalogWorld();
  people = await world.program.db
    .insert(members)
    .values(
      ["Ada", "Ben"].map((name) => ({
        name,
        email: `${name}@partner.example`,
        role: "buyer" as const,
        createdAt: MONTH,
        updatedAt: MONTH,
      })),
    )
    .returning({ id: members.id, name: members.name });
});
afterAll(() => world.stop());
const clear = () =>
  world.program.db.execute(
    sql`truncate orders, order_search, order_days, order_waits, order_day_changes, wallet_balances, code_fingerprints cascade`,
  );
beforeEach(clear);

const request = (role: MemberRequest["actor"]["role"] = "buyer"): MemberRequest => ({
  ...world.request,
  actor: { ...world.request.actor, role },
  environment: "production",
  clock: { now: () => END },
});

type Known = {
  id: string;
  createdAt: number;
  state: OrderState;
  currency: string;
  origin: "placed" | "found";
  member: number;
  purchaseOrder: string | null;
  automation?: string | null;
  lines: { productId: number; quantity: number; price: number }[];
  /** How many codes of each line were delivered; the service counts them over the whole order. */
  came: number[];
  /** The product that the codes name: that of their line, none, or (for the first code) one that was not ordered. */
  names: "own" | "none" | "another";
};

const NOT_ORDERED = 99;

async function insert(known: Known): Promise<void> {
  const {
    id,
    createdAt,
    state,
    currency,
    origin,
    member,
    purchaseOrder,
    automation = null,
    came,
    names,
  } = known;
  const lines: OrderLine[] = known.lines.map((line) => ({
    ...line,
    productName: `Product ${line.productId}`,
    countryCode: null,
  }));
  const delivered = came.reduce((sum, each) => sum + each, 0);
  await world.program.db.insert(orders).values({
    id,
    environment: "production",
    externalOrderCode: id,
    origin,
    state,
    currency,
    price: lines.reduce((sum, { quantity, price }) => sum + (quantity ?? 0) * (price ?? 0), 0),
    lines,
    delivered: STATES[state].codes === "none" ? null : delivered,
    purchaseOrder,
    automation:
      automation === null ? null : { kind: "schedule", id: automation, name: `Schedule ${automation}` },
    placedBy: people[member]?.id ?? null,
    placedAt: createdAt,
    createdAt,
    updatedAt: createdAt,
  });
  if (STATES[state].codes === "none") return;
  const codes = known.lines.flatMap(({ productId }, place) =>
    Array.from({ length: came[place] ?? 0 }, () => (names === "none" ? null : productId)),
  );
  if (codes.length === 0) return;
  if (names === "another") codes[0] = NOT_ORDERED;
  await world.program.db.insert(codeFingerprints).values(
    codes.map((productId, index) => ({
      orderRow: id,
      index,
      productId,
      fingerprint: Buffer.from(`${id} ${index}`),
      firstSeenAt: createdAt,
    })),
  );
}

/** How many codes of a line were delivered, by the definition of the statement; null: not known. */
function cameOf(order: Known, place: number): number | null {
  const { state, lines, came, names } = order;
  const ordered = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const all = came.reduce((sum, each) => sum + each, 0);
  const line = lines[place];
  if (line === undefined || STATES[state].stage === "fulfilment") return null;
  if (state === "undelivered") return 0;
  if (all >= ordered) return line.quantity;
  if (all === 0) return 0;
  if (lines.length === 1) return Math.min(all, line.quantity);
  const isTwice = new Set(lines.map(({ productId }) => productId)).size < lines.length;
  return names === "own" && !isTwice ? (came[place] ?? 0) : null;
}

type Sums = Record<"ordered" | "delivered" | "missing" | "unclear", [number, number]> & {
  orders: Set<string>;
};

function recomputed(
  all: readonly Known[],
  keyOf: (order: Known, productId: number) => string,
): Map<string, Sums> {
  const groups = new Map<string, Sums>();
  for (const order of all) {
    const isOfMonth = order.createdAt >= MONTH && order.createdAt < END;
    if (!isOfMonth || order.origin === "found" || !isAtService(order.state)) continue;
    for (const [place, { productId, quantity, price }] of order.lines.entries()) {
      const key = `${order.currency} ${keyOf(order, productId)}`;
      const sums = groups.get(key) ?? {
        orders: new Set(),
        ordered: [0, 0],
        delivered: [0, 0],
        missing: [0, 0],
        unclear: [0, 0],
      };
      groups.set(key, sums);
      sums.orders.add(order.id);
      const add = (to: "ordered" | "delivered" | "missing" | "unclear", count: number) => {
        sums[to] = [sums[to][0] + count, sums[to][1] + count * price];
      };
      const came = cameOf(order, place);
      add("ordered", quantity);
      if (came === null) add("unclear", quantity);
      else {
        add("delivered", came);
        add("missing", quantity - came);
      }
    }
  }
  return groups;
}

function shown(rows: readonly StatementRow[]) {
  return Object.fromEntries(
    rows.map(({ key, currency, orders: count, ordered, delivered, missing, unclear }) => [
      `${currency} ${key}`,
      [count, ...[ordered, delivered, missing, unclear].map(({ codes, amount }) => [codes, amount])],
    ]),
  );
}

const anyOrder = fc
  .record({
    createdAt: fc.oneof(
      fc.integer({ min: MONTH - DAY, max: END + DAY }),
      fc.constantFrom(MONTH - 1, MONTH, END - 1, END),
    ),
    state: fc.constantFrom<OrderState>(...ORDER_STATES, "completed", "partial", "partial", "undelivered"),
    currency: fc.constantFrom("EUR", "JPY"),
    origin: fc.constantFrom("placed" as const, "placed" as const, "placed" as const, "found" as const),
    member: fc.constantFrom(0, 1),
    purchaseOrder: fc.constantFrom("PO-1", "PO-2", null),
    automation: fc.constantFrom("00000000-0000-4000-8000-000000000001", null),
    names: fc.constantFrom("own" as const, "own" as const, "none" as const, "another" as const),
    lines: fc.array(
      fc.record({
        productId: fc.integer({ min: 1, max: 3 }),
        quantity: fc.integer({ min: 1, max: 5 }),
        price: fc.constantFrom(100, 2_500),
        // In hundredths, because almost all doubles between 0 and 1 are very close to 0.
        share: fc.integer({ min: 0, max: 100 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ lines, ...order }): Known => ({
    ...order,
    id: randomUUID(),
    lines: lines.map(({ share: _share, ...line }) => line),
    came: lines.map(({ quantity, share }) =>
      order.state === "completed"
        ? quantity
        : STATES[order.state].codes === "none"
          ? 0
          : Math.floor((share * (quantity + 0.99)) / 100),
    ),
  }));

const KEYS: Record<StatementGroup, (order: Known, productId: number) => string> = {
  currency: ({ currency }) => currency,
  member: ({ member }) => people[member]?.id ?? "",
  product: (_order, productId) => String(productId),
  purchaseOrder: ({ purchaseOrder }) => String(purchaseOrder),
  automation: ({ automation }) => String(automation),
};

describe("a statement", () => {
  it("is what a plain reading of the ledger adds up to, in every grouping", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyOrder, { maxLength: 14 }), async (all) => {
        await clear();
        for (const order of all) await insert(order);
        const statement = await readStatement(request(), { month: "2030-05" });
        expect(statementSchema.parse(statement)).toEqual(statement);
        for (const [group, keyOf] of Object.entries(KEYS)) {
          const expected = Object.fromEntries(
            [...recomputed(all, keyOf)].map(
              ([key, { orders: ids, ordered, delivered, missing, unclear }]) => [
                key,
                [ids.size, ordered, delivered, missing, unclear],
              ],
            ),
          );
          // The keys of KEYS are the groups.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          expect([group, shown(statement.groups[group as StatementGroup])]).toEqual([group, expected]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("names members and products, and keeps orders without a purchase order apart", async () => {
    const lines = [{ productId: 7, quantity: 2, price: 100 }];
    const order = {
      createdAt: MONTH + HOUR,
      currency: "EUR",
      origin: "placed",
      member: 0,
      names: "own",
    } as const;
    await insert({ ...order, id: randomUUID(), state: "completed", purchaseOrder: null, lines, came: [2] });
    const { groups } = await readStatement(request(), { month: "2030-05" });
    expect([groups.member[0]?.name, groups.product[0]?.name, groups.purchaseOrder[0]?.key]).toEqual([
      "Ada",
      "Product 7",
      null,
    ]);
  });

  it("is reconciled with the wallet: the balances at both ends, and what orders do not explain", async () => {
    const told = (at: number, amount: number, currency = "EUR") =>
      keepBalances(world.program.db, {
        environment: "production",
        reading: { balances: [{ currency, amounts: [{ name: "available", amount }] }], raw: null },
        at,
        orderRow: null,
      });
    await told(MONTH - 2 * DAY, 9_999);
    await told(MONTH - DAY, 10_000);
    const order = {
      state: "completed",
      currency: "EUR",
      origin: "placed",
      member: 0,
      names: "own",
    } as const;
    const lines = [{ productId: 7, quantity: 2, price: 100 }];
    for (const createdAt of [MONTH + HOUR, END + HOUR]) {
      await insert({ ...order, id: randomUUID(), createdAt, purchaseOrder: null, lines, came: [2] });
    }
    await told(MONTH + 2 * HOUR, 9_800);
    await told(END - HOUR, 14_800);
    await told(END + 2 * HOUR, 14_600);
    // Told for the first time within the month.
    await told(MONTH + DAY, 500, "USD");
    await told(MONTH + 2 * DAY, 400, "USD");
    const { wallet } = await readStatement(request(), { month: "2030-05" });
    expect(
      wallet.map(({ currency, opening, closing, orders: count, spent, unexplained }) => [
        currency,
        opening.amount,
        closing.amount,
        count,
        spent,
        unexplained,
      ]),
    ).toEqual([
      ["EUR", 10_000, 14_800, 1, 200, 5_000],
      ["USD", 500, 400, 0, 0, -100],
    ]);
  });

  it("adds up in every row, whatever the wallet is charged, and agrees with the movements", async () => {
    const change = fc.record({
      by: fc.constantFrom("order", "order", "other"),
      amount: fc.integer({ min: 100, max: 5_000 }),
      isCharged: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("sandbox" as const, "production" as const),
        fc.array(change, { minLength: 1, maxLength: 8 }),
        async (environment, changes) => {
          await clear();
          const told = (at: number, amount: number) =>
            keepBalances(world.program.db, {
              environment,
              reading: {
                balances: [{ currency: "EUR", amounts: [{ name: "available", amount }] }],
                raw: null,
              },
              at,
              orderRow: null,
            });
          let balance = 100_000;
          await told(MONTH - DAY, balance);
          for (const [place, { by, amount, isCharged }] of changes.entries()) {
            const at = MONTH + (place + 1) * DAY;
            if (by === "order") {
              const id = randomUUID();
              await world.program.db.insert(orders).values({
                id,
                environment,
                externalOrderCode: id,
                origin: "placed",
                state: "completed",
                currency: "EUR",
                price: amount,
                lines: [],
                placedAt: at,
                createdAt: at,
                updatedAt: at,
              });
              if (isCharged) balance -= amount;
            } else balance += amount;
            await told(at, balance);
          }
          const asked = { ...request(), environment };
          const { wallet } = await readStatement(asked, { month: "2030-05" });
          const { days } = await readHistory(asked, { currency: "EUR", days: "90" });
          const [row] = wallet;
          if (row === undefined) throw new Error("no row");
          expect(row.opening.amount - row.charged + row.unexplained).toBe(row.closing.amount);
          expect(days.reduce((sum, { movement }) => sum + (movement?.unexplained ?? 0), 0)).toBe(
            row.unexplained,
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it("is not shown to members who may not see the wallet", async () => {
    await expect(readStatement(request("support"), { month: "2030-05" })).rejects.toMatchObject({
      kind: "forbidden",
    });
  });
});
