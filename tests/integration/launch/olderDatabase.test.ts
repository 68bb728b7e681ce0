import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { auditPageSchema } from "#lib/contracts/audit/audit.ts";
import { catalogPageSchema } from "#lib/contracts/catalog/catalog.ts";
import { favouritesViewSchema } from "#lib/contracts/catalog/favourites.ts";
import { orderViewSchema, ordersPageSchema } from "#lib/contracts/orders/order.ts";
import { orderDraftViewSchema } from "#lib/contracts/orders/placeOrder.ts";
import { savedViewsPageSchema } from "#lib/contracts/catalog/savedViews.ts";
import { connectionsViewSchema, serviceCallsViewSchema } from "#lib/contracts/settings.ts";
import { teamViewSchema } from "#lib/contracts/team/team.ts";
import { sealAudit } from "#server/audit/chain/sealAudit.ts";
import { verifyChain } from "#server/audit/chain/verifyChain.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { sessions } from "#server/db/schema/members.ts";
import { attempts, codeFingerprints } from "#server/db/schema/orders.ts";
import { isMigrated, migrate } from "#server/db/migrate.ts";
import type { RouteHandler } from "#server/route/route.ts";
import { GET as auditRoute } from "#app/api/audit/route.ts";
import { GET as favouritesRoute } from "#app/api/catalog/favourites/route.ts";
import { GET as productsRoute } from "#app/api/catalog/products/route.ts";
import { GET as viewsRoute } from "#app/api/catalog/views/route.ts";
import { GET as orderRoute } from "#app/api/orders/[reference]/route.ts";
import { GET as draftRoute, PUT as saveDraftRoute } from "#app/api/orders/draft/route.ts";
import { GET as ordersRoute } from "#app/api/orders/route.ts";
import { GET as callsRoute } from "#app/api/settings/calls/route.ts";
import { GET as connectionsRoute } from "#app/api/settings/connections/route.ts";
import { GET as teamRoute } from "#app/api/team/route.ts";
import {
  createTestProgram,
  DASHBOARD_HOST,
  type Call,
  type TestProgram,
} from "#tests/support/testProgram.ts";

const DUMP = "tests/integration/launch/fixtures/firstLanded.sql";
const PASSWORD = "correct horse battery";

const orderRowSchema = z.object({
  id: z.uuid(),
  external_order_code: z.string().nullable(),
  order_id: z.string().nullable(),
  state: z.string(),
  note: z.string().nullable(),
  purchase_order: z.string().nullable(),
  attempts: z.int(),
  delivered: z.int().nullable(),
  audited: z.array(z.string()),
});

let stack: TestProgram;
/** The content of the tables before anything of today's version touched them. */
let orders: z.infer<typeof orderRowSchema>[];
let cookies: { admin: string; buyer: string };

beforeAll(async () => {
  stack = await createTestProgram();
  const { pool, url } = stack.database;
  await pool.query("drop schema public cascade; drop schema drizzle cascade; create schema public");
  await pool.query(readFileSync(DUMP, "utf8"));
  const found = await pool.query(
    `select *, array(select a.id::text from audit_records a where a.order_row = o.id order by a.id) as audited from orders o`,
  );
  orders = z.array(orderRowSchema).parse(found.rows);
  await migrate(url);
  expect(await isMigrated(pool)).toBe(true);
  cookies = {
    admin: await stack.signIn({ email: "ada@partner.example", password: PASSWORD }),
    buyer: await stack.signIn({ email: "buyer@partner.example", password: PASSWORD }),
  };
});
afterAll(() => stack.close());

async function get<T>(as: "admin" | "buyer", handler: RouteHandler, schema: z.ZodType<T>, call: Call = {}) {
  const { status, json } = await stack.call(handler, { cookie: cookies[as], ...call });
  expect(status, JSON.stringify(json)).toBe(200);
  return schema.parse(json);
}

describe("today's program on the database of the first landed version", () => {
  it("lists every order in its state", async () => {
    const { items } = await get("buyer", ordersRoute, ordersPageSchema, { path: "/api/orders?take=200" });
    const identity = (code: string | null, id: string | null, state: string) => `${code} ${id} ${state}`;
    expect(
      items.map((item) => identity(item.externalOrderCode, item.orderId, item.state)).toSorted(),
    ).toEqual(orders.map((row) => identity(row.external_order_code, row.order_id, row.state)).toSorted());
    expect(new Set(orders.map(({ state }) => state)).size).toBe(14);
  });

  it("opens every order with its lines, notes, attempts and whole timeline", async () => {
    for (const row of orders) {
      const reference = row.external_order_code ?? row.order_id ?? "";
      const view = await get("admin", orderRoute, orderViewSchema, { params: { reference } });
      expect(view).toMatchObject({
        state: row.state,
        note: row.note,
        purchaseOrder: row.purchase_order,
        attempts: row.attempts,
        delivered: row.delivered,
      });
      expect(view.lines).toHaveLength(1);
      expect(view.timeline.map(({ id }) => id)).toEqual(row.audited);
    }
  });

  it("shows every audit record", async () => {
    const { rows } = await stack.database.pool.query<{ id: string }>(
      "select id::text from audit_records order by audit_records.id desc",
    );
    const page = await get("admin", auditRoute, auditPageSchema, { path: "/api/audit?take=200" });
    expect(page.items.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(rows.length).toBeGreaterThan(90);
  });

  it("has every record of before in the hash chain", async () => {
    const { db, clock } = stack.program;
    await sealAudit(db);
    const verified = await verifyChain({ db, clock }, null);
    expect(verified).toMatchObject({ problems: [], pending: 0, sealed: await db.$count(auditRecords) });
    expect(verified.sealed).toBeGreaterThan(90);
  });

  it("opens a draft exactly as it was typed, and saves it again", async () => {
    const { id, draft, version } = await get("buyer", draftRoute, orderDraftViewSchema);
    // Lines had no ids then: they got theirs once.
    expect(await get("buyer", draftRoute, orderDraftViewSchema)).toMatchObject({ id, draft, version });
    expect(draft).toMatchObject({
      externalOrderCode: "MY-7",
      note: "for Tuesday",
      purchaseOrder: "PO-8",
      lines: [
        { amount: "", quantity: "2", countryCode: "" },
        { amount: "1 0,5", quantity: "many", countryCode: "DE" },
      ],
    });
    const headers = { origin: `http://${DASHBOARD_HOST}` };
    const body = { id, draft, version };
    const saved = await stack.call(saveDraftRoute, { method: "PUT", cookie: cookies.buyer, headers, body });
    expect(saved.status, JSON.stringify(saved.json)).toBe(200);
    expect(orderDraftViewSchema.parse(saved.json).draft).toEqual(draft);
  });

  it("shows the saved views and favourites, own and shared", async () => {
    const { views } = await get("buyer", viewsRoute, savedViewsPageSchema);
    expect(views.map(({ name, shared }) => ({ name, shared }))).toEqual([
      { name: "Cheap German", shared: false },
      { name: "Team games", shared: true },
    ]);
    const { mine, team } = await get("buyer", favouritesRoute, favouritesViewSchema);
    expect([mine.length, team.length]).toEqual([1, 1]);
  });

  it("keeps every attempt, session and fingerprint of a delivered code", async () => {
    const { db } = stack.program;
    expect(await db.$count(attempts)).toBe(50);
    expect(await db.$count(codeFingerprints)).toBe(7);
    // Two of the dump, two that this test has opened.
    expect(await db.$count(sessions)).toBe(4);
  });

  it("searches the products that were read", async () => {
    const { total } = await get("buyer", productsRoute, catalogPageSchema, { path: "/api/catalog/products" });
    expect(total).toBe(8);
  });

  it("lists every member; they sign in with the passwords they have, those who were disabled do not", async () => {
    const { members } = await get("admin", teamRoute, teamViewSchema);
    expect(members.map(({ email, disabledAt }) => [email, disabledAt !== null])).toEqual([
      ["ada@partner.example", false],
      ["buyer@partner.example", false],
      ["gone@partner.example", true],
      ["sam@partner.example", false],
    ]);
    const refused = await stack.attempt({ email: "gone@partner.example", password: PASSWORD });
    expect(refused.status).toBe(401);
  });

  it("shows the request log and the records of the catalog that could not be read", async () => {
    expect((await get("admin", callsRoute, serviceCallsViewSchema)).calls).toHaveLength(2);
    const { connections } = await get("admin", connectionsRoute, connectionsViewSchema);
    expect(connections[0]?.catalog).toMatchObject({ seen: 58, failure: null });
    expect(JSON.stringify(connections[0]?.catalog)).toContain("Nameless");
  });

  it("still waits for the Retry-After and keeps the learned rate", async () => {
    const { connections } = await get("admin", connectionsRoute, connectionsViewSchema);
    expect(connections[0]).toMatchObject({
      notBefore: "2026-11-23T16:51:41.879Z",
      ratePerSecond: 14.01255155194447,
      unreachableSince: null,
    });
  });
});
