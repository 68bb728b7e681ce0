import { once } from "node:events";
import { createServer } from "node:net";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { PatientPool } from "#server/db/patientPool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

const DEADLINE_MS = 200;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function poolFor(connectionString: string): Pool {
  const pool = new PatientPool({ connectionString, max: 1, connectionTimeoutMillis: DEADLINE_MS });
  pool.on("error", () => undefined);
  onTestFinished(() => pool.end());
  return pool;
}

/** As on a machine that gives this process no time: nothing happens in it, and its clock goes on. */
function standStill(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4 * DEADLINE_MS);
}

describe("a connection to the database", () => {
  it("is there although its deadline passed while the process stood still", async () => {
    const pool = poolFor(database.url);
    const asked = [pool.query("select 1 as one"), pool.query("select 1 as one")];
    standStill();
    for (const { rows } of await Promise.all(asked)) expect(rows).toEqual([{ one: 1 }]);
  });

  it("is there for a statement of several that waited for the only one meanwhile", async () => {
    const pool = poolFor(database.url);
    const client = await pool.connect();
    const waiting = pool.connect();
    standStill();
    // Given back only after the timers have had their turn.
    setImmediate(() => client.release());
    (await waiting).release();
    expect(pool.totalCount).toBe(1);
  });

  it("is asked for once, and given up in time, where the database does not answer", async () => {
    let connections = 0;
    const silent = createServer(() => void (connections += 1)).listen(0, "127.0.0.1");
    onTestFinished(() => void silent.close());
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    await expect(poolFor(`postgres://a:b@127.0.0.1:${port}/c`).query("select 1")).rejects.toThrow(/timeout/);
    expect(connections).toBe(1);
  });

  it("passes what a statement fails with, and is given back", async () => {
    const pool = poolFor(database.url);
    await expect(pool.query("select nothing")).rejects.toThrow("nothing");
    expect((await pool.query("select 2 as two")).rows).toEqual([{ two: 2 }]);
  });
});
