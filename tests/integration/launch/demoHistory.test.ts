import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asc } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { DAY } from "#lib/time/instant.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { claims } from "#server/db/schema/claims.ts";
import { favourites, savedViews } from "#server/db/schema/favourites.ts";
import { members } from "#server/db/schema/members.ts";
import { drafts, orders } from "#server/db/schema/orders.ts";
import { noticeCauses, notices } from "#server/db/schema/notices.ts";
import { orderViews } from "#server/db/schema/orderSearch.ts";
import { walletSnapshots } from "#server/db/schema/service.ts";
import { orderTemplates } from "#server/db/schema/templates.ts";
import { ensureHistory, isHistoryDone } from "#scripts/demo/ensureHistory.ts";
import { newProgress, readProgress, writeProgress } from "#scripts/demo/progress.ts";
import { stepsUntil } from "#scripts/demo/stepsUntil.ts";
import { supervise } from "#scripts/launch/processes/supervisor.ts";
import { startSandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { storedOrderSchema } from "#tests/support/orderWorld.ts";
import { bareEnvironment, kill } from "./programs.ts";

let database: TestDatabase;
let dataDir: string;
const directories: string[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "codedesk-history-"));
  chmodSync(dataDir, 0o711);
  directories.push(dataDir);
});
afterEach(() => database.drop());
afterAll(() => directories.forEach((each) => rmSync(each, { recursive: true, force: true })));

/** Does what the first start of a demo does between starting the database and the dashboard. */
async function makeHistory(): Promise<void> {
  await supervise(dataDir, async (supervisor) => {
    await ensureHistory(supervisor, database.url, dataDir);
    supervisor.done();
  });
}

const historyLog = () => readFileSync(join(dataDir, "logs", "history.log"), "utf8");
const ledger = () => database.db.select().from(orders);
const count = (table: Parameters<typeof database.db.$count>[0]) => database.db.$count(table);

/** The codes of the orders that the service has, from its own record. */
async function codesAtService(): Promise<string[]> {
  const sandbox = await startSandbox({ dataDir: join(dataDir, "sandbox"), products: 0 });
  try {
    const held = z.array(storedOrderSchema).parse(await sandbox.control("GET", "orders"));
    return held.map(({ externalOrderCode }) => externalOrderCode);
  } finally {
    await sandbox.stop();
  }
}

/** Expects each order once, and no order at the service that the ledger does not know. */
async function expectOneHistory(): Promise<void> {
  const { end = 0 } = readProgress(dataDir) ?? {};
  const planned = stepsUntil(end).flatMap(({ order }) => order ?? []);
  const rows = await ledger();
  expect(rows).toHaveLength(planned.length);
  const known = new Map(rows.map((row) => [row.externalOrderCode, row]));
  const held = await codesAtService();
  expect(new Set(held).size).toBe(held.length);
  for (const code of held) {
    const row = known.get(code);
    expect(row === undefined || STATES[row.state].isNothingBought, code).toBe(false);
  }
}

describe("the history of the demo", () => {
  it("has orders in every state, of several members, over two months, and a second start adds none", async () => {
    await makeHistory();
    expect(historyLog()).not.toContain("is missing from the history");
    const rows = await ledger();
    // All states but the one in which an order is being sent.
    const absent = ORDER_STATES.filter((state) => !rows.some((row) => row.state === state));
    expect(absent).toEqual(["submitting"]);
    expect(rows.length).toBeGreaterThanOrEqual(78);
    expect(new Set(rows.map(({ placedBy }) => placedBy)).size).toBeGreaterThanOrEqual(2);
    const ages = rows.map(({ createdAt }) => (Date.now() - createdAt) / DAY);
    expect(Math.max(...ages)).toBeGreaterThan(55);
    expect(Math.max(...ages)).toBeLessThan(70);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
    const balances = await database.db.select().from(walletSnapshots);
    expect(new Set(balances.map(({ reading }) => JSON.stringify(reading))).size).toBeGreaterThan(40);
    expect(await count(members)).toBe(7);
    expect(await count(favourites)).toBe(5);
    expect(await count(savedViews)).toBe(2);
    expect(await count(orderViews)).toBe(2);
    expect(await count(orderTemplates)).toBe(2);
    expect(await database.db.select().from(drafts).orderBy(asc(drafts.name))).toMatchObject([
      // What a restock rule has proposed.
      { name: expect.stringMatching(/^Restock /), shared: false },
      { name: "Winter campaign", shared: true },
    ]);
    const actions = new Set((await database.db.select().from(auditRecords)).map(({ action }) => action));
    for (const action of ["order.confirmed", "codes.revealed", "codes.handed-out", "member.disabled"]) {
      expect(actions).toContain(action);
    }
    const claimed = (await database.db.select().from(claims)).map(({ state }) => state);
    expect(claimed.toSorted()).toEqual(["open", "replaced"]);
    await expectOneHistory();

    // Made of all that happened, and read but for what is new.
    expect(await count(noticeCauses)).toBe(0);
    const told = await database.db.select().from(notices);
    const unread = told.filter(({ inDashboard, readAt }) => inDashboard && readAt === null);
    expect(told.length).toBeGreaterThan(50);
    expect(unread.length).toBeGreaterThan(0);
    expect(unread.filter(({ lastAt }) => lastAt < Date.now() - 2 * DAY)).toEqual([]);

    expect(isHistoryDone(dataDir)).toBe(true);
    // Nothing was still being stored when its connections ended.
    expect(historyLog()).not.toContain("Could not store");
    const records = await count(auditRecords);
    await makeHistory();
    expect(await count(auditRecords)).toBe(records);
    expect(await ledger()).toHaveLength(rows.length);
  });

  it("goes on where a killed start has left it: one history, and nothing bought twice", async () => {
    writeProgress(dataDir, newProgress(Date.now()));
    const child = spawn(process.execPath, ["--conditions=react-server", "scripts/demo/makeHistory.ts"], {
      stdio: "inherit",
      env: bareEnvironment({ DATA_DIR: dataDir, DATABASE_URL: database.url }),
    });
    // Killed in the middle of its work, at any point.
    while ((readProgress(dataDir)?.taken ?? 0) < 50 && child.exitCode === null) await sleep(3);
    expect(child.exitCode).toBeNull();
    await kill(child);
    const before = await ledger();
    expect(before.length).toBeGreaterThan(5);

    await makeHistory();
    expect(isHistoryDone(dataDir)).toBe(true);
    await expectOneHistory();
    const after = new Set((await ledger()).map(({ externalOrderCode }) => externalOrderCode));
    expect(before.filter(({ externalOrderCode }) => !after.has(externalOrderCode))).toEqual([]);
  });

  it("is not made beside orders of people's own", async () => {
    await database.db.insert(orders).values({
      environment: "sandbox",
      origin: "found",
      state: "completed",
      lines: [],
      createdAt: Date.now(),
      updatedAt: Date.now(),
    });
    await makeHistory();
    expect(isHistoryDone(dataDir)).toBe(true);
    expect(await ledger()).toHaveLength(1);
  });
});
