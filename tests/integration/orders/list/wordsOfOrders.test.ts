import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { members } from "#server/db/schema/members.ts";
import { orderSearchWords } from "#server/db/schema/orderSearch.ts";
import { orders } from "#server/db/schema/orders.ts";
import { migrate } from "#server/db/migrate.ts";
import { conditionsOf } from "#server/orders/search/conditions.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { migrateAsBefore } from "#tests/support/earlierMigrations.ts";
import { untilBlocked } from "#tests/support/untilBlocked.ts";
import { EVERYTHING, fits, type KnownOrder } from "./orderOracle.ts";

const START = Date.parse("2026-03-01T00:00:00Z");
/** The last character of Unicode: no other word sorts after a word that begins with it. */
const LAST = "\u{10ffff}";
/** More words begin with 5, and with "many", than a beginning is expanded to. */
const NOTES = [
  ...Array.from({ length: 30 }, (_, n) => `${500 + n} many${n}`),
  "Lumière, Été; ÉTÉS",
  "o'neill \\ back\\slash 'quoted'",
  "Карта привет ПРИВЕТЫ",
  "jpy jpyx sek 25,50 a|b & c:* !d <-> e",
  "end ende",
  `end${LAST}${LAST}`,
  `long ${"x".repeat(80)} ${"y".repeat(63)}${LAST}z`,
  "",
];
const TYPED = [
  ..."5 50 529 many many1 many17 manyx lum LUMIÈRE été etes o' o'neill \\ back\\ ' 'quo карт Привет jpy JPYX j sek".split(
    " ",
  ),
  ...'25,50 a|b c:* !d <-> e € - zzz end ada berg cd- 7f3 order po- „cd-“ ‘7f3’, "po-17"; <cd-> »«'.split(
    " ",
  ),
  "",
  `end${LAST}`,
  "x".repeat(70),
  `${"y".repeat(63)}${LAST}`,
];

let database: TestDatabase;
let known: KnownOrder[];

const rowOf = (given: Partial<typeof orders.$inferInsert>): typeof orders.$inferInsert => ({
  environment: "sandbox",
  externalOrderCode: randomUUID(),
  origin: "placed",
  state: "completed",
  lines: [],
  createdAt: START,
  updatedAt: START,
  ...given,
});

beforeAll(async () => {
  database = await createTestDatabase();
  const [member] = await database.db
    .insert(members)
    .values({
      name: "Ada Bergström",
      email: "ada@partner.example",
      role: "buyer",
      createdAt: START,
      updatedAt: START,
    })
    .returning({ id: members.id, name: members.name });
  known = NOTES.map((note, n) => ({
    id: randomUUID(),
    environment: "sandbox",
    createdAt: START,
    state: "completed",
    currency: null,
    price: null,
    code: `CD-7F3K-order-${n}`,
    orderId: null,
    lines: [{ productId: n, productName: n % 5 === 0 ? "Nord-Kino 50" : null }],
    note,
    purchaseOrder: n % 7 === 0 ? `PO-jp${n}` : null,
    tags: n % 3 === 0 ? ["black friday"] : [],
    placer: "person",
    placedBy: n % 4 === 0 ? (member ?? null) : null,
  }));
  await database.db.insert(orders).values(
    known.map(({ code, placedBy, lines, ...order }) =>
      rowOf({
        ...order,
        externalOrderCode: code,
        placedBy: placedBy?.id ?? null,
        lines: lines.map((line) => ({ ...line, price: 1, quantity: 1, countryCode: null })),
      }),
    ),
  );
});
afterAll(() => database.drop());

/** The orders that meet all conditions of a text, in each of the two forms that conditions have. */
async function foundBy(text: string): Promise<{ indexed: string[]; checked: string[] }> {
  const conditions = await conditionsOf(database.db, { ...EVERYTHING, text });
  const find = async (form: "indexed" | "checked") => {
    const demanded = sql.join([sql`true`, ...conditions.map((each) => each[form])], sql` and `);
    const { rows } = await database.db.execute<{ id: string }>(
      sql`select order_row as id from order_search where ${demanded} order by 1`,
    );
    return rows.map(({ id }) => id);
  };
  return { indexed: await find("indexed"), checked: await find("checked") };
}

const kindsOf = async (text: string) =>
  (await conditionsOf(database.db, { ...EVERYTHING, text })).map(({ kind }) => kind);

async function words(of: Pick<TestDatabase, "pool"> = database): Promise<string[]> {
  const { rows } = await of.pool.query<{ word: string }>(
    "select distinct word from order_search_words order by word",
  );
  return rows.map(({ word }) => word);
}

/** All words of the terms of all orders. */
async function wordsOfTerms(of: Pick<TestDatabase, "pool"> = database): Promise<string[]> {
  const { rows } = await of.pool.query<{ word: string }>(
    `select distinct word collate "C" as word from order_search, unnest(tsvector_to_array(terms)) as word where word not like ':%' order by 1`,
  );
  return rows.map(({ word }) => word);
}

async function unknownWords(): Promise<string[]> {
  const noted = new Set(await words());
  return (await wordsOfTerms()).filter((word) => !noted.has(word));
}

describe("a typed beginning", () => {
  it("finds the same orders as the words that it begins and as a beginning, and those that a plain reading finds", async () => {
    const texts = fc.oneof(
      fc.constantFrom(...TYPED),
      fc
        .tuple(fc.constantFrom(...NOTES.join(" ").split(" ")), fc.nat({ max: 70 }))
        // Cut by characters, because half of a surrogate pair is not valid text.
        .map(([word, length]) => Array.from(word).slice(0, length).join("")),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 3 }), async (typed) => {
        const text = typed.join(" ");
        const { indexed, checked } = await foundBy(text);
        const expected = known.filter((order) => fits(order, { ...EVERYTHING, text })).map(({ id }) => id);
        expect(indexed).toEqual(expected.toSorted());
        expect(checked).toEqual(expected.toSorted());
      }),
      { numRuns: 400, examples: TYPED.map((typed) => [[typed]]) },
    );
  });

  it("is replaced by the words that begin with it, unless there are many", async () => {
    expect(await kindsOf("jpyx SEK étés d|a")).toEqual(Array(4).fill("term"));
    expect(await kindsOf("jpy end d|b")).toEqual(Array(3).fill("terms"));
    expect(await kindsOf("5 many zzz many-jpy")).toEqual(Array(4).fill("beginning"));
  });
});

describe("the words of orders", () => {
  it("are all that their terms have, and no whole values", async () => {
    expect(await words()).toEqual(await wordsOfTerms());
    expect(await words()).toEqual(expect.arrayContaining(["black", "ete", "kino", "привет"]));
  });

  it("are noted when an order gets another note or tag, and only then", async () => {
    const [row] = await database.db
      .insert(orders)
      .values(rowOf({ note: "before" }))
      .returning();
    const change = (set: Partial<typeof orders.$inferInsert>) =>
      database.db
        .update(orders)
        .set(set)
        .where(sql`id = ${row?.id}`);
    await change({ note: "afterwards" });
    await change({ tags: ["freshly tagged"] });
    expect(await words()).toEqual(expect.arrayContaining(["before", "afterwards", "freshly", "tagged"]));
    const { rows } = await database.db.execute<{ count: number }>(
      sql`select count(*)::int as count from order_search_words where word in ('afterwards', 'freshly')`,
    );
    expect(rows).toEqual([{ count: 2 }]);
    // What polls write. No word is affected.
    await database.db
      .transaction(async (tx) => {
        await tx.delete(orderSearchWords);
        await tx
          .update(orders)
          .set({ state: "partial", nextActionAt: START, orderId: "700123" })
          .where(sql`id = ${row?.id}`);
        expect(await tx.$count(orderSearchWords)).toBe(0);
        throw new RolledBack();
      })
      .catch(ignoreRollback);
  });

  it("are noted through their index, also by a session that began when there were few", async () => {
    const empty = await createTestDatabase();
    const note = (count: number) =>
      Array.from({ length: count }, (_, n) => `w${n}`.padEnd(45, "x")).join(" ");
    try {
      await empty.db.insert(orders).values(rowOf({ note: note(3) }));
      await empty.pool.query("vacuum analyze order_search_words");
      await empty.db.transaction(async (tx) => {
        // Through the index, this takes milliseconds; by scanning all words for each, half a minute.
        await tx.execute(sql`set local statement_timeout = '25s'`);
        for (const count of [2, 20_000, 20_000]) await tx.insert(orders).values(rowOf({ note: note(count) }));
      });
      expect(await words(empty)).toEqual(note(20_000).split(" ").toSorted());
    } finally {
      await empty.drop();
    }
  });

  it("never prevent an order: without its words, it is found by its other values", async () => {
    await database.db.execute(
      sql`alter table order_search_words add constraint refused check (word <> 'unheard')`,
    );
    const [member] = await database.db.select({ id: members.id }).from(members);
    const placedBy = member?.id ?? null;
    await database.db
      .insert(orders)
      .values(rowOf({ externalOrderCode: "R-1", note: "unheard of", placedBy }));
    await database.db.execute(sql`alter table order_search_words drop constraint refused`);
    const { rows } = await database.db.execute(
      sql`select terms::text from order_search join orders on id = order_row where external_order_code = 'R-1'`,
    );
    expect(rows).toEqual([{ terms: `':m${placedBy}'` }]);
    expect(await unknownWords()).toEqual([]);
  });

  it("are noted for a program that may not write them itself", async () => {
    await database.db
      .transaction(async (tx) => {
        await tx.execute(sql`create role version_before`);
        await tx.execute(sql`grant select, insert, update on orders, order_search to version_before`);
        await tx.execute(sql`set local role version_before`);
        await tx.insert(orders).values(rowOf({ note: "ungranted" }));
        await tx.execute(sql`reset role`);
        expect(await tx.$count(orderSearchWords, sql`word = 'ungranted'`)).toBe(1);
        throw new RolledBack();
      })
      .catch(ignoreRollback);
  });
});

class RolledBack extends Error {}
function ignoreRollback(error: unknown): void {
  if (!(error instanceof RolledBack)) throw error;
}

describe("orders that are written at the same time", () => {
  const clients: Client[] = [];
  async function begin(): Promise<Client> {
    const client = new Client({ connectionString: database.url });
    clients.push(client);
    await client.connect();
    await client.query("begin");
    await client.query("set local lock_timeout = '5s'");
    return client;
  }
  afterAll(() => Promise.all(clients.map((client) => client.end())));
  const write = (client: Client, code: string, note: string) =>
    client.query(
      `insert into orders (environment, external_order_code, origin, state, lines, note, created_at, updated_at)
       values ('sandbox', $1, 'placed', 'completed', '[]', $2, now(), now())`,
      [code, note],
    );

  it("with the same new words in another order neither wait for each other nor end in a deadlock", async () => {
    const [one, other] = [await begin(), await begin()];
    await write(one, "W-1", "raspberry");
    await write(other, "W-2", "elderberry");
    await write(one, "W-3", "elderberry");
    await write(other, "W-4", "raspberry");
    await one.query("commit");
    expect(await foundBy("elderb")).toMatchObject({ indexed: [expect.any(String)] });
    await other.query("commit");
    expect((await foundBy("elderb")).indexed).toHaveLength(2);
    expect((await foundBy("rasp")).indexed).toHaveLength(2);
  });

  it("are found by their new words if the other is rolled back", async () => {
    const [one, other] = [await begin(), await begin()];
    await write(one, "W-5", "quince");
    await write(other, "W-6", "quince");
    await one.query("rollback");
    await other.query("commit");
    expect((await foundBy("quin")).indexed).toHaveLength(1);
    expect(await unknownWords()).toEqual([]);
  });
});

describe("the migration", () => {
  /** The number of migrations before `order_search_words`. */
  const BEFORE = 32;

  it("notes the words of all orders, also of one that is being written meanwhile", async () => {
    const older = await createTestDatabase();
    const [client, writer] = [0, 1].map(() => new Client({ connectionString: older.url }));
    if (client === undefined || writer === undefined) throw new Error("no clients");
    try {
      await client.connect();
      await writer.connect();
      await migrateAsBefore(client, BEFORE);
      const write = (note: string) =>
        writer.query(
          `insert into orders (environment, external_order_code, origin, state, lines, note, tags, created_at, updated_at)
           values ('sandbox', $1, 'placed', 'completed', '[]', $1, array['a tag', 'o''tag'], now(), now())`,
          [note],
        );
      await write("Old Notes été");
      await writer.query("begin");
      await write("meanwhile");
      const migrating = migrate(older.url);
      await untilBlocked(older);
      await writer.query("commit");
      await migrating;
      await write("afterwards");
      expect(await words(older)).toEqual(["a", "afterwards", "ete", "meanwhile", "notes", "o", "old", "tag"]);
      expect(await words(older)).toEqual(await wordsOfTerms(older));
    } finally {
      await Promise.all([client.end(), writer.end()]);
      await older.drop();
    }
  });
});
