import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { exportOrdersRequestSchema } from "#lib/contracts/orders/orderExport.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { rememberFingerprints } from "#server/orders/ledger/rememberFingerprints.ts";
import { exportOrders } from "#server/orders/verbs/exportOrders.ts";
import { changeOrderView } from "#server/orders/views/changeOrderView.ts";
import { listOrderViews } from "#server/orders/views/listOrderViews.ts";
import { saveOrderView } from "#server/orders/views/saveOrderView.ts";
import { POST as exportAuditRoute } from "#app/api/audit/export/route.ts";
import { createTestProgram, type Member, type TestProgram } from "#tests/support/testProgram.ts";

/** A code as delivered in production, and as somebody types it in the sandbox. */
const PIN = `SECRET-${randomUUID()}`;
const TYPED = PIN.toLowerCase();

let stack: TestProgram;
let admin: Member;
let request: MemberRequest;
beforeAll(async () => {
  stack = await createTestProgram();
  admin = await stack.addMember("admin");
  const { id, email } = admin;
  request = {
    ...stack.program,
    actor: { id, email, name: "Ada Admin", role: "admin" },
    environment: "sandbox",
    requestId: randomUUID(),
  };
  const now = stack.now();
  const [row] = await stack.program.db
    .insert(orders)
    .values({
      environment: "production",
      externalOrderCode: "P-1",
      origin: "placed",
      state: "completed",
      lines: [],
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (row === undefined) throw new Error("no order");
  await stack.program.db.transaction((tx) =>
    rememberFingerprints(tx, stack.program, row, [{ productId: null, index: 0, fields: { pin: PIN } }]),
  );
});
beforeEach(async () => {
  await stack.program.db.delete(auditRecords);
});
afterAll(() => stack.close());

describe("a delivered code that is typed as a search", () => {
  it("is in no record of an export, of orders or of the audit log, which say that something was searched for", async () => {
    const filter = { q: ` ${TYPED}`, tag: "new" };
    const input = { format: "csv", chosen: { filter }, cursor: null };
    await exportOrders(request, exportOrdersRequestSchema.parse(input));
    const cookie = await stack.signIn(admin);
    const answer = await stack.call(exportAuditRoute, { method: "POST", cookie, body: { q: TYPED } });
    expect(answer.status).toBe(200);
    const records = await stack.program.db.select().from(auditRecords);
    expect(records.filter(({ action }) => action.endsWith(".exported"))).toMatchObject([
      { action: "orders.exported", details: { filter: { q: "(a delivered code)", tag: "new" } } },
      { action: "audit.exported", details: { filter: { q: "(a delivered code)" } } },
    ]);
    expect(records.filter(({ action }) => action === "codes.searched")).toHaveLength(2);
    expect(JSON.stringify(records.map(({ details }) => details))).not.toContain(TYPED);
  });

  it("covers further pages of no other export by what its record has in place of the code", async () => {
    const page = async (q: string, cursor: string | null) => {
      const input = { format: "csv", chosen: { filter: { q } }, cursor };
      await exportOrders(request, exportOrdersRequestSchema.parse(input));
      const records = await stack.program.db.select().from(auditRecords);
      return records.filter(({ action }) => action === "orders.exported").length;
    };
    const made = `${stack.now()}..${randomUUID()}`;
    expect(await page(TYPED, null)).toBe(1);
    expect(await page("gift", made)).toBe(2);
    expect(await page("gift", made)).toBe(2);
    // Typed, it stands for itself.
    expect(await page("(a delivered code)", null)).toBe(3);
    expect(await page("card", made)).toBe(4);
  });

  it("is not found by trying texts in turn in exports, whose records say which was one", async () => {
    const cookie = await stack.signIn(admin);
    // At once: a share grows while a slow machine works.
    const statuses = await Promise.all(
      Array.from({ length: 80 }, async (_, n) => {
        const body = { q: `GUESS-${n}`, to: "2020-01-01T00:00:00.000Z" };
        return (await stack.call(exportAuditRoute, { method: "POST", cookie, body })).status;
      }),
    );
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    const unsearched = await stack.call(exportAuditRoute, { method: "POST", cookie, body: {} });
    expect(unsearched.status).toBe(200);
  });

  it("is in no saved view: saving it is refused with what to do", async () => {
    const query = new URLSearchParams({ q: TYPED }).toString();
    const refusal = {
      kind: "validation",
      message: "This search is a delivered code, and codes aren't stored. Remove it to save the view.",
    };
    await expect(saveOrderView(request, { name: "Code", query })).rejects.toMatchObject(refusal);
    const inSentence = new URLSearchParams({ q: `(${PIN}).` }).toString();
    await expect(saveOrderView(request, { name: "Code", query: inSentence })).rejects.toMatchObject(refusal);
    const { views } = await saveOrderView(request, { name: "Gifts", query: "q=gift" });
    const viewId = views[0]?.id ?? "";
    await expect(changeOrderView(request, { viewId, query })).rejects.toMatchObject(refusal);
    expect(await listOrderViews(request)).toMatchObject({ views: [{ name: "Gifts", query: "q=gift" }] });
  });
});
