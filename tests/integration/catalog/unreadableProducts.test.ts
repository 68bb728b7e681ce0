import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectionsViewSchema } from "#lib/contracts/settings.ts";
import { startSyncRun, completeSyncRun, recordPage } from "#server/catalog/sync/syncRuns.ts";
import { readProductListing } from "#server/serviceClient/readers/productListing.ts";
import { GET as connectionsRoute } from "#app/api/settings/connections/route.ts";
import { stackWithCatalog, type StackWithCatalog, type Person } from "./stackWithCatalog.ts";

let stack: StackWithCatalog;
let admin: Person;
beforeAll(async () => {
  stack = await stackWithCatalog();
  admin = await stack.person("admin");
});
afterAll(() => stack.close());
beforeEach(() => stack.program.db.execute(sql`truncate catalog_products, catalog_sync_runs`));

/** A sync run that read these records, complete or in progress. */
async function read(records: unknown[], end: "reached" | "in progress") {
  const { db } = stack.program;
  const listing = readProductListing(records, 0);
  if (!listing) throw new Error("the records are no list");
  const begun = await startSyncRun(db, "sandbox", stack.now());
  const { run } = await recordPage(db, begun, listing, stack.now());
  if (end === "reached") await completeSyncRun(db, run, [], stack.now());
}

async function catalogOf(environment: "sandbox" | "production") {
  const answer = await admin.call(connectionsRoute);
  const { connections } = connectionsViewSchema.parse(answer.json);
  return connections.find((each) => each.environment === environment)?.catalog;
}

describe("the unreadable products of a catalog", () => {
  it("are listed with their reason, their id and their raw record", async () => {
    const script = { id: "7<script>alert(1)</script>", name: "<img src=x onerror=alert(1)>" };
    await read(
      [{ id: 1, name: "Fine" }, { name: "No id" }, script, { productId: -3 }, "only a text", null],
      "reached",
    );
    expect(await catalogOf("sandbox")).toMatchObject({
      seen: 1,
      unreadableCount: 5,
      unreadableTruncated: false,
      unreadable: [
        { reason: expect.stringContaining("no id"), id: null, raw: '{"name":"No id"}' },
        { reason: expect.stringContaining("not an integer"), id: script.id, raw: JSON.stringify(script) },
        { reason: "the id -3 is not positive", id: "-3", raw: '{"productId":-3}' },
        { reason: "not an object", id: null, raw: '"only a text"' },
        { reason: "not an object", id: null, raw: "null" },
      ],
    });
    expect(await catalogOf("production")).toBeNull();
  });

  it("include one of two different records with one id", async () => {
    await read(
      [
        { id: 5, name: "One" },
        { id: 5, name: "Other" },
      ],
      "reached",
    );
    const catalog = await catalogOf("sandbox");
    expect(catalog?.unreadable).toEqual([
      { reason: expect.stringContaining("on one page twice"), id: "5", raw: '{"id":5,"name":"One"}' },
    ]);
  });

  it("are those of the last complete sync run, also while another one is in progress", async () => {
    await read([{ name: "No id" }], "reached");
    stack.advance(3_600_000);
    await read([{ id: 1 }], "in progress");
    expect(await catalogOf("sandbox")).toMatchObject({ finishedAt: null, seen: 1, unreadableCount: 1 });
    const { db } = stack.program;
    await completeSyncRun(db, await startSyncRun(db, "sandbox", stack.now()), [], stack.now());
    expect(await catalogOf("sandbox")).toMatchObject({
      unreadable: [],
      unreadableCount: 0,
      unreadableTruncated: false,
    });
  });

  it("are limited in number and size", async () => {
    await read(
      [{ name: "x".repeat(50_000) }, ...Array.from({ length: 400 }, (_, at) => ({ name: `No id ${at}` }))],
      "reached",
    );
    const catalog = await catalogOf("sandbox");
    expect(catalog).toMatchObject({ unreadableCount: 200, unreadableTruncated: true });
    expect(catalog?.unreadable).toHaveLength(100);
    expect(catalog?.unreadable.every(({ raw }) => raw.length <= 2_000)).toBe(true);
  });

  it("are shown to administrators only", async () => {
    await read([{ name: "No id" }], "reached");
    for (const role of ["buyer", "support"] as const) {
      const answer = await (await stack.person(role)).call(connectionsRoute);
      expect([answer.status, answer.json.type]).toEqual([403, "forbidden"]);
    }
  });
});
