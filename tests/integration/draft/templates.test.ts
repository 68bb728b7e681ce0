import { randomUUID } from "node:crypto";
import { inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { saveTemplateRequestSchema } from "#lib/contracts/orders/orderTemplates.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { members } from "#server/db/schema/members.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { orderTemplates } from "#server/db/schema/templates.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { deleteTemplate } from "#server/orders/templates/deleteTemplate.ts";
import { listTemplates } from "#server/orders/templates/listTemplates.ts";
import { openTemplate } from "#server/orders/templates/openTemplate.ts";
import { renameTemplate } from "#server/orders/templates/renameTemplate.ts";
import { saveTemplate, TEMPLATES_LIMIT } from "#server/orders/templates/saveTemplate.ts";
import { createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";

let world: OrderWorld;
let other: MemberRequest;
let admin: MemberRequest;
beforeAll(async () => {
  world = await createOrderWorld();
  other = await as("other", "buyer");
  admin = await as("admin", "admin");
});
beforeEach(async () => {
  await world.database.db.delete(orderTemplates);
  await world.database.db.delete(drafts);
});
afterAll(() => world.close());

async function as(name: string, role: "buyer" | "admin"): Promise<MemberRequest> {
  const now = world.now();
  const [row] = await world.database.db
    .insert(members)
    .values({
      email: `${name}@partner.example`,
      name,
      role,
      passwordHash: "-",
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (row === undefined) throw new Error("no member");
  return world.as({ id: row.id, email: row.email, name, role });
}

const content = {
  note: "n",
  purchaseOrder: "PO",
  tags: "a, b",
  lines: [
    { productId: 12, amount: "10.00", quantity: "3", countryCode: "DE" },
    { productId: 13, amount: "", quantity: "x", countryCode: "" },
  ],
};
const save = (name: string, request = world.request) =>
  saveTemplate(request, saveTemplateRequestSchema.parse({ name, content }));
const names = async (request = world.request) =>
  (await listTemplates(request)).templates.map(({ name }) => name);

describe("a template", () => {
  it("is the team's, of one environment, sorted by name", async () => {
    await save("  Summer   party ");
    await save("autumn");
    const { templates } = await listTemplates(other);
    expect(templates).toMatchObject([
      { name: "autumn", savedBy: "Bea Buyer", lineCount: 2, mayChange: false },
      { name: "Summer party", lineCount: 2 },
    ]);
    expect(await names({ ...world.request, environment: "production" })).toEqual([]);
  });

  it("opens a draft of one's own with everything as it was typed, and with lines that are new purchases", async () => {
    const { templates } = await save("Weekly");
    const templateId = templates[0]?.id ?? "";
    const one = await openTemplate(world.request, { templateId });
    const two = await openTemplate(other, { templateId });
    expect(one).toMatchObject({ name: "Weekly", origin: null, shared: false, isOwn: true });
    expect(one.draft).toMatchObject({ ...content, externalOrderCode: "" });
    const ids = [...one.draft.lines, ...two.draft.lines].map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    // The draft that the catalog adds to is another one.
    expect((await readDraft(world.request)).draft.lines).toEqual([]);
  });

  it("has a name of its own, however it is written, also when two are saved at once", async () => {
    await save("Weekly");
    for (const name of ["weekly ", "ＷＥＥＫＬＹ"]) {
      await expect(save(name)).rejects.toMatchObject({
        kind: "conflict",
        details: { fields: { name: expect.any(String) } },
      });
    }
    const both = await Promise.allSettled([save("same"), save("Same", other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const { templates } = await listTemplates(world.request);
    const [first] = templates;
    await expect(
      renameTemplate(world.request, { templateId: first?.id ?? "", name: "WEEKLY" }),
    ).rejects.toMatchObject({ kind: "conflict" });
  });

  it("can be renamed and deleted only by the member who saved it and by administrators", async () => {
    const { templates } = await save("Weekly");
    const templateId = templates[0]?.id ?? "";
    const forbidden = { kind: "forbidden" };
    await expect(renameTemplate(other, { templateId, name: "Mine" })).rejects.toMatchObject(forbidden);
    await expect(deleteTemplate(other, { templateId })).rejects.toMatchObject(forbidden);
    const elsewhere = { ...admin, environment: "production" as const };
    await expect(deleteTemplate(elsewhere, { templateId })).rejects.toMatchObject({ kind: "not-found" });
    await renameTemplate(world.request, { templateId, name: "Monthly" });
    expect(await names()).toEqual(["Monthly"]);
    const opened = await openTemplate(other, { templateId });
    await deleteTemplate(admin, { templateId });
    expect(await names()).toEqual([]);
    // Drafts that were made from it stay.
    expect(opened.draft.lines).toHaveLength(2);
    await expect(openTemplate(other, { templateId })).rejects.toMatchObject({ kind: "not-found" });
    const actions = ["order-template.saved", "order-template.renamed", "order-template.deleted"] as const;
    const records = await world.database.db
      .select()
      .from(auditRecords)
      .where(inArray(auditRecords.action, [...actions]))
      .orderBy(auditRecords.id);
    expect(records.slice(-3)).toMatchObject([
      { action: actions[0], actorId: world.request.actor.id, details: { name: "Weekly", lines: 2 } },
      { action: actions[1], details: { from: "Weekly", to: "Monthly" } },
      { action: actions[2], actorId: admin.actor.id, details: { name: "Monthly" } },
    ]);
  });

  it("is refused beyond the limit, without a name or a line, and with what cannot be kept", async () => {
    expect(saveTemplateRequestSchema.safeParse({ name: " \u200b", content }).success).toBe(false);
    expect(
      saveTemplateRequestSchema.safeParse({ name: "x", content: { ...content, lines: [] } }).success,
    ).toBe(false);
    const unstorable = { name: "x", content: { ...content, note: "\0" } };
    await expect(saveTemplate(world.request, unstorable)).rejects.toMatchObject({ kind: "validation" });
    await world.database.db.insert(orderTemplates).values(
      Array.from({ length: TEMPLATES_LIMIT }, (_, index) => ({
        environment: "sandbox" as const,
        name: `t${index}`,
        nameKey: randomUUID(),
        content,
        memberId: world.request.actor.id,
        createdAt: 0,
        updatedAt: 0,
      })),
    );
    await expect(save("one more")).rejects.toMatchObject({ kind: "conflict" });
  });

  it("is nothing for those who may not place orders", async () => {
    const support = world.as({ ...world.request.actor, role: "support" });
    await expect(listTemplates(support)).rejects.toMatchObject({ kind: "forbidden" });
    await expect(save("x", support)).rejects.toMatchObject({ kind: "forbidden" });
  });
});
