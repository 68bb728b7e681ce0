import { sql } from "drizzle-orm";
import fc from "fast-check";
import { Client } from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { buysNearlyTheSame, buysTheSame, type PurchasedLine } from "#lib/orders/lines/sameLines.ts";
import { orders } from "#server/db/schema/orders.ts";
import { migrate } from "#server/db/migrate.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { migrateAsBefore } from "#tests/support/earlierMigrations.ts";
import { untilBlocked } from "#tests/support/untilBlocked.ts";

/** The migrations before the one that notes what orders buy. */
const BEFORE = 51;
const database = await createTestDatabase();
afterAll(() => database.drop());

const line = (
  productId: number,
  quantity: number,
  price: number | null = 1_000,
  countryCode: string | null = null,
) => ({
  productId,
  price,
  quantity,
  countryCode,
});

async function partsOf(lines: readonly PurchasedLine[]): Promise<string[] | null> {
  const { rows } = await database.db.execute<{ parts: string[] | null }>(
    sql`select parts_bought(${JSON.stringify(lines)}::jsonb)::text[] as parts`,
  );
  return rows[0]?.parts ?? null;
}

async function countParts({ db }: TestDatabase): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ code: string; count: number }>(
    sql`select o.external_order_code as code, count(*)::int as count from order_parts p join orders o on o.id = p.order_row group by 1`,
  );
  return Object.fromEntries(rows.map(({ code, count }) => [code, count]));
}

const TWO = JSON.stringify([line(1, 2), line(2, 1), line(1, 3)]);
const insert = (lines: string, { code = "an order", age = "1 day", origin = "placed" } = {}) => ({
  text: `insert into orders (environment, external_order_code, origin, state, lines, created_at, updated_at)
    values ('sandbox', $1, $2, 'completed', $3, now() - $4::interval, now())`,
  values: [code, origin, lines, age],
});

describe("what an order of several products buys", () => {
  it("has parts of which two orders share enough if and only if they are the same, or nearly", async () => {
    const anyLine = fc.record({
      productId: fc.integer({ min: 1, max: 5 }),
      price: fc.constantFrom(1_000, 2_000),
      quantity: fc.integer({ min: 1, max: 3 }),
      countryCode: fc.constantFrom(null, "DE"),
    });
    const lines = fc.array(anyLine, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(lines, lines, async (one, other) => {
        const [first, second] = [await partsOf(one), await partsOf(other)];
        const isBatch = (each: readonly PurchasedLine[]) =>
          new Set(each.map(({ productId }) => productId)).size > 1;
        expect([first === null, second === null]).toEqual([!isBatch(one), !isBatch(other)]);
        if (first === null || second === null) return;
        const shared = first.filter((part) => second.includes(part)).length;
        const isShared = shared > 1 && shared * 3 >= 2 * Math.max(first.length, second.length);
        expect(isShared).toBe(buysTheSame(one, other) || buysNearlyTheSame(one, other));
      }),
      { numRuns: 200 },
    );
  });

  it("is noted when an order is placed, of those before the migration too, and of none that was found or placed long ago", async () => {
    const older = await createTestDatabase();
    const [client, writer] = [0, 1].map(() => new Client({ connectionString: older.url }));
    if (client === undefined || writer === undefined) throw new Error("no clients");
    try {
      await client.connect();
      await writer.connect();
      await migrateAsBefore(client, BEFORE);
      await writer.query(insert(TWO, { code: "before" }));
      await writer.query(insert(TWO, { code: "long ago", age: "400 days" }));
      await writer.query(insert(TWO, { code: "found", origin: "found" }));
      await writer.query(insert(JSON.stringify([line(1, 2), line(1, 3)]), { code: "one product" }));
      await writer.query("begin");
      await writer.query(insert(TWO, { code: "meanwhile", age: "0" }));
      const migrating = migrate(older.url);
      await untilBlocked(older);
      await writer.query("commit");
      await migrating;
      await writer.query(insert(TWO, { code: "afterwards", age: "0" }));
      await writer.query(insert(TWO, { code: "found afterwards", origin: "found" }));
      expect(await countParts(older)).toEqual({ before: 2, meanwhile: 2, afterwards: 2 });
    } finally {
      await Promise.all([client.end(), writer.end()]);
      await older.drop();
    }
  });

  it("does not keep an order from being written if it cannot be read", async () => {
    const { db } = database;
    const write = (code: string, lines: unknown) =>
      db.execute(sql`insert into orders (environment, external_order_code, origin, state, lines, created_at, updated_at)
        values ('sandbox', ${code}, 'placed', 'completed', ${JSON.stringify(lines)}::jsonb, now(), now())`);
    const two = [line(1, 2), line(2, 1)];
    for (const [code, lines] of Object.entries({
      "no list": { a: 1 },
      "no number": [line(1, 2), { productId: 2, quantity: "many" }],
      "no lines": [1, "x"],
    })) {
      await write(code, lines);
    }
    await db.execute(sql`alter table order_parts rename to order_parts_gone`);
    await write("no table", two);
    await db.execute(sql`alter table order_parts_gone rename to order_parts`);
    await write("readable", two);
    expect(await db.$count(orders)).toBe(5);
    expect(await countParts(database)).toEqual({ "no number": 2, readable: 2 });
  });
});
