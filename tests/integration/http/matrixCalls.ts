import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { permits } from "#lib/members/roles.ts";
import { orders } from "#server/db/schema/orders.ts";
import { orderTemplates } from "#server/db/schema/templates.ts";
import { webhooks } from "#server/db/schema/webhooks.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import type { Member } from "#tests/support/testProgram.ts";
import { holderOf } from "./matrixWorld.ts";
import type { Cell, MatrixWorld } from "./matrixWorld.ts";

// The building blocks for the calls of the matrix: addresses of existing things, and bodies that are accepted.

export const completed = (world: MatrixWorld, cell: Cell) => ({
  params: { reference: world.completed(cell.environment) },
});
export const newOrder =
  (state: Parameters<MatrixWorld["newOrder"]>[0]) => async (world: MatrixWorld, cell: Cell) => ({
    params: { reference: await world.newOrder(state, cell.environment) },
  });
/** An order that the calling member has confirmed. */
export const ownOrder =
  (state: Parameters<MatrixWorld["newOrder"]>[0]) =>
  async (world: MatrixWorld, cell: Cell, self: Member) => ({
    params: { reference: await world.newOrder(state, cell.environment, self) },
  });
/** An order under whose reference the service shows another one. */
export const withheldOrder = async (world: MatrixWorld, cell: Cell) => {
  const call = await newOrder("processing")(world, cell);
  await world.stack.program.db
    .update(orders)
    .set({ otherOrder: OTHER_ORDER })
    .where(eq(orders.externalOrderCode, call.params.reference));
  return call;
};
const OTHER_ORDER = {
  orderId: "1",
  externalOrderCode: null,
  statusName: null,
  currency: null,
  price: null,
  lines: [],
  codes: [],
  differences: [{ key: "total", text: "Another total." }],
  acceptedAt: null,
};
export const productId = () => ({ params: { productId: "1" } });
export const favourite = () => ({ params: { list: "mine", productId: "1" } });
export const suggestions = () => ({ body: { q: "card", take: 5 } });
export const line = { productId: 1, quantity: 1 };
export const browserRegion = () => ({ body: { locale: null, timeZone: null } });
export const view = async (world: MatrixWorld, cell: Cell, self: Member) => ({
  params: { viewId: await world.newView(self, cell.environment) },
});
export const ownDraft = async ({ stack }: MatrixWorld, cell: Cell, self: Member) => {
  const { environment } = cell;
  const draft = { externalOrderCode: "", note: "", purchaseOrder: "", lines: [] };
  if (!permits(holderOf(cell), "orders.place")) return { body: { id: randomUUID(), version: 0, draft } };
  const actor = { ...self, name: "Own", ...holderOf(cell) };
  const { id, version } = await readDraft({ ...stack.program, actor, environment, requestId: randomUUID() });
  return { body: { id, version, draft } };
};
export const emptyDraft = async (world: MatrixWorld, cell: Cell, self: Member) => {
  const { id, version } = (await ownDraft(world, cell, self)).body;
  return { id, version };
};
export const template = {
  note: "",
  purchaseOrder: "",
  lines: [{ productId: 1, amount: "", quantity: "1", countryCode: "" }],
};
/** A template that the member saved, or somebody else's if they may not save any. */
export const savedTemplate = async ({ stack }: MatrixWorld, { environment }: Cell, self: Member) => {
  const [row] = await stack.program.db
    .insert(orderTemplates)
    .values({
      environment,
      name: "T",
      nameKey: randomUUID(),
      content: template,
      memberId: self.id,
      createdAt: stack.now(),
      updatedAt: stack.now(),
    })
    .returning({ id: orderTemplates.id });
  return { params: { templateId: row?.id ?? "" } };
};
/** One on this machine, where nothing is sent. */
export const webhook = async ({ stack }: MatrixWorld, { environment }: Cell, self: Member) => {
  const [row] = await stack.program.db
    .insert(webhooks)
    .values({
      environment,
      url: "https://127.0.0.1/",
      kinds: ["order.partial"],
      secret: Buffer.from("sealed"),
      createdAt: stack.now(),
      createdBy: self.id,
    })
    .returning({ id: webhooks.id });
  return { params: { webhookId: row?.id ?? "" } };
};
export const anotherMember = async (world: MatrixWorld) => ({
  params: { memberId: (await world.stack.addMember("buyer", "Other")).id },
});

export const unsignedCredential = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  clientExtensionResults: {},
  response: { clientDataJSON: "AAAA", attestationObject: "AAAA" },
};
