import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectionsView } from "#lib/contracts/settings.ts";
import { startSyncRun, completeSyncRun, recordPage } from "#server/catalog/sync/syncRuns.ts";
import { readProductListing } from "#server/service/readers/productListing.ts";
import { GET as connectionsRoute } from "#app/api/settings/connections/route.ts";
import { stackWithCatalog, type StackWithCatalog, type Person } from "./stackWithCatalog.ts";

let desk: StackWithCatalog;
let admin: Person;
beforeAll(async () => {
  desk = await stackWithCatalog();
  admin = await desk.person("admin");
});
afterAll(() => desk.close());
beforeEach(() => desk.program.db.execute(sql`truncate catalog_products, catalog_sync_runs`));

/** A reading of the catalog that the service gave these records in, as far as it got. */
async function read(records: unknown[], end: "reached" | "under way") {
  const { db } = desk.program;
  const listing = readProductListing(records, 0);
  if (!listing) throw new Error("the records are no list");
  const begun = await startSyncRun(db, "sandbox", desk.now());
  const { run } = await recordPage(db, begun, listing, desk.now());
  if (end === "reached") await completeSyncRun(db, run, [], desk.now());
}

async function catalogOf(environment: "sandbox" | "production") {
  const answer = await admin.call(connectionsRoute);
  const { connections } = connectionsView.parse(answer.json);
  return connections.find((each) => each.environment === environment)?.catalog;
}

test("what could not be read as a product is told with its reason, its id and as it came", async () => {
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

test("one product told twice in two ways is there too, with its id", async () => {
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

test("none is none; a reading under way does not hide what the last whole one set aside", async () => {
  await read([{ name: "No id" }], "reached");
  desk.advance(3_600_000);
  await read([{ id: 1 }], "under way");
  expect(await catalogOf("sandbox")).toMatchObject({ finishedAt: null, seen: 1, unreadableCount: 1 });
  const { db } = desk.program;
  await completeSyncRun(db, await startSyncRun(db, "sandbox", desk.now()), [], desk.now());
  expect(await catalogOf("sandbox")).toMatchObject({
    unreadable: [],
    unreadableCount: 0,
    unreadableTruncated: false,
  });
});

test("is bounded: a flood of them and a giant among them", async () => {
  await read(
    [{ name: "x".repeat(50_000) }, ...Array.from({ length: 400 }, (_, at) => ({ name: `No id ${at}` }))],
    "reached",
  );
  const catalog = await catalogOf("sandbox");
  expect(catalog).toMatchObject({ unreadableCount: 200, unreadableTruncated: true });
  expect(catalog?.unreadable).toHaveLength(100);
  expect(catalog?.unreadable.every(({ raw }) => raw.length <= 2_000)).toBe(true);
});

test("is for administrators only", async () => {
  await read([{ name: "No id" }], "reached");
  for (const role of ["buyer", "support"] as const) {
    const answer = await (await desk.person(role)).call(connectionsRoute);
    expect([answer.status, answer.json.type]).toEqual([403, "forbidden"]);
  }
});
