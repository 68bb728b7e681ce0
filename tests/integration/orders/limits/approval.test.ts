import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Role } from "#lib/contracts/team/role.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import { DAY, HOUR, MINUTE } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { isAppError } from "#server/context/errors.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { sessions } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { listApprovals } from "#server/orders/approval/listApprovals.ts";
import { listDrafts } from "#server/orders/drafts/listDrafts.ts";
import { openDraft } from "#server/orders/drafts/openDraft.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { setLimit } from "#server/orders/limits/setLimit.ts";
import { findByReference } from "#server/orders/ledger/ledgerRow.ts";
import { approveOrder } from "#server/orders/verbs/approveOrder.ts";
import { checkOrder } from "#server/orders/verbs/checkOrder.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { readRequester } from "#server/orders/verbs/readRequester.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { createToken } from "#server/team/tokens/createToken.ts";
import { revokeToken } from "#server/team/tokens/revokeToken.ts";
import { createLimitWorld, kindOf, type LimitWorld } from "./limitWorld.ts";
import { answerNext } from "#tests/support/serviceAnswers.ts";

const SERVICE_TOKEN = {
  kind: "service" as const,
  name: "Shop",
  role: "buyer" as const,
  scopes: ["orders.place" as const],
  expiresInDays: 30,
};

let world: LimitWorld;
beforeAll(async () => {
  world = await createLimitWorld();
});
beforeEach(async () => {
  await world.sandbox.control("DELETE", "faults");
  await world.advance(MINUTE);
  await world.noLimits();
  await world.program.db.update(orders).set({ nextActionAt: null });
  await world.limit({ perOrder: 0 }, { role: "buyer" });
  await world.limit({ perOrder: 0 }, { role: "admin" });
});
afterAll(() => world.close());

/** Places an order of the buyer, or of another member, that waits for approval. Returns its reference. */
async function awaiting(request?: MemberRequest): Promise<string> {
  const { state, externalOrderCode } = await world.order(1, request);
  expect(state).toBe("awaiting_approval");
  return externalOrderCode ?? "";
}
const approve = (reference: string, request = world.approver) => approveOrder(request, { reference });
const decline = (reference: string, request = world.approver, reason?: string) =>
  endOrder(request, { reference, verb: "decline", ...(reason === undefined ? {} : { reason }) });
const sendBack = (reference: string) =>
  endOrder(world.approver, { reference, verb: "decline", reason: "Half of it", wantsChanges: true });
const withdraw = (reference: string, request = world.request) =>
  endOrder(request, { reference, verb: "withdraw" });

async function recordsOf(reference: string) {
  const row = await findByReference(world.program.db, "sandbox", reference);
  return world.program.db
    .select({ action: auditRecords.action, actorId: auditRecords.actorId })
    .from(auditRecords)
    .where(
      and(
        eq(auditRecords.orderRow, row?.id ?? ""),
        inArray(auditRecords.action, ["order.approved", "order.declined", "order.withdrawn"]),
      ),
    );
}

describe("an order that waits for approval", () => {
  it("is sent once another member has approved it, with both names in the timeline", async () => {
    const reference = await awaiting();
    expect((await approve(reference)).state).toBe("waiting");
    await world.work();
    const sent = await readOrder(world.approver, { reference });
    expect(sent.state).toBe("processing");
    expect(sent.timeline.map(({ action, actor }) => [action, actor]).slice(0, 3)).toEqual([
      ["order.confirmed", "Bea Buyer"],
      ["order.approved", "Arif Approver"],
      ["order.attempt-started", null],
    ]);
    expect(await world.ordersAtService(reference)).toHaveLength(1);
    expect(await world.postsOf(reference)).toBe(1);
    expect(await recordsOf(reference)).toEqual([
      { action: "order.approved", actorId: world.approver.actor.id },
    ]);
  });

  it("is decided on by nobody who confirmed it, administrators included", async () => {
    const own = await awaiting(world.admin);
    for (const verb of [approve, decline]) {
      expect(await kindOf(verb(own, world.admin))).toBe("forbidden");
    }
    expect((await readOrder(world.admin, { reference: own })).actions).toEqual(["withdraw"]);
    const other = await world.join("admin", "Otto Other");
    expect((await approve(own, other)).state).toBe("waiting");
  });

  it("of a service token is decided on by nobody who created that token, also after it was revoked", async () => {
    const creator = await world.join("admin", "Tom Tokens");
    const { token } = await createToken(creator, SERVICE_TOKEN);
    const { id, name, role } = token.member;
    const own = await awaiting({ ...world.request, actor: { id, name, role, email: "" } });
    const codesFor = async (request: MemberRequest) =>
      (await listApprovals(request)).items.map(({ externalOrderCode }) => externalOrderCode);
    await revokeToken(creator, { tokenId: token.id });
    for (const verb of [approve, decline]) expect(await kindOf(verb(own, creator))).toBe("forbidden");
    expect(await readOrder(creator, { reference: own })).toMatchObject({
      actions: ["withdraw"],
      byOwnToken: true,
    });
    expect(await codesFor(creator)).not.toContain(own);
    expect(await readOrder(world.admin, { reference: own })).toMatchObject({
      actions: ["approve", "decline", "withdraw"],
      byOwnToken: false,
    });
    expect(await codesFor(world.admin)).toContain(own);
    expect((await approve(own, world.admin)).state).toBe("waiting");
  });

  it("can be decided on only by approvers and administrators", async () => {
    const reference = await awaiting();
    for (const role of ["buyer", "support"] as const) {
      const member = await world.join(role, "Nobody");
      expect(await kindOf(approve(reference, member))).toBe("forbidden");
      expect(await kindOf(decline(reference, member))).toBe("forbidden");
      expect(await kindOf(withdraw(reference, member))).toBe("forbidden");
    }
    expect((await approve(reference, world.admin)).state).toBe("waiting");
  });

  it("is approved, and a limit set, only by who has shown lately who they are", async () => {
    const reference = await awaiting();
    const { admin } = world;
    const [session] = await world.program.db
      .insert(sessions)
      .values({
        memberId: admin.actor.id,
        createdAt: world.now() - DAY,
        lastSeenAt: world.now(),
        expiresAt: world.now() + DAY,
        reauthenticatedAt: world.now() - DAY,
      })
      .returning();
    if (session === undefined) throw new Error("no session");
    const old = { ...admin, sessionId: session.id };
    const limit = { subject: { role: "buyer" as const }, currency: "EUR", perOrder: 1, perDay: null };
    expect(await kindOf(approve(reference, old))).toBe("reauthentication-required");
    expect(await kindOf(setLimit(old, { ...limit, perMonth: null }))).toBe("reauthentication-required");
    expect((await readOrder(admin, { reference })).state).toBe("awaiting_approval");
    await world.program.db.update(sessions).set({ reauthenticatedAt: world.now() });
    expect((await approve(reference, old)).state).toBe("waiting");
  });

  it("comes with what its requester has ordered besides it this month, as it counts for limits, for approvers alone", async () => {
    const buyer = await world.join("buyer", "Rosa Requester");
    const reference = await awaiting(buyer);
    expect(await readRequester(world.approver, { reference })).toMatchObject({ orders: 0, spent: 0 });
    const declined = await awaiting(buyer);
    await decline(declined, world.approver, "No");
    await awaiting(buyer);
    const { price } = await readOrder(world.request, { reference });
    const month = new Date(world.now()).toISOString().slice(0, 7);
    expect(await readRequester(world.approver, { reference })).toEqual({ month, orders: 1, spent: price });
    expect(await kindOf(readRequester(buyer, { reference }))).toBe("forbidden");
  });

  it("is declined with a reason, for good, and its lines can be ordered again", async () => {
    const reference = await awaiting();
    const order = await decline(reference, world.approver, "Too much for today");
    expect(order).toMatchObject({ state: "declined", nextLookAt: null });
    expect(order.timeline.at(-1)).toMatchObject({
      action: "order.declined",
      actor: "Arif Approver",
      details: { reason: "Too much for today" },
    });
    expect((await readOrder(world.request, { reference })).actions).toEqual(["copy"]);
    expect(await kindOf(approve(reference))).toBe("conflict");
    await world.advance(3 * HOUR);
    expect(await world.work()).toBe(0);
    expect(await world.postsOf(reference)).toBe(0);
  });

  it("is sent back for changes: declined, with its lines and the comment in a draft of whoever confirmed it", async () => {
    const buyer = await world.join("buyer", "Carla Changes");
    const reference = await awaiting(buyer);
    expect(await sendBack(reference)).toMatchObject({ state: "declined" });
    const { items } = await listDrafts(buyer);
    const draft = items.find(({ origin }) => origin === reference);
    expect(draft).toMatchObject({ lineCount: 1, ownedBy: null });
    const opened = await readDraft(buyer, { id: draft?.id });
    expect(opened.origin).toMatchObject({
      boughtNothing: true,
      decline: { by: "Arif Approver", reason: "Half of it", wantsChanges: true },
    });
    expect(opened.draft.lines).toMatchObject([{ productId: world.product.id, quantity: "1" }]);
    // Pressing the order's own button opens the same draft.
    const lines = opened.draft.lines.slice(0, 1);
    expect((await openDraft(buyer, { origin: reference, lines })).id).toBe(draft?.id);
    await world.advance(3 * HOUR);
    expect(await world.work()).toBe(0);
    expect(await world.postsOf(reference)).toBe(0);
  });

  it("cannot be sent back for changes if nobody could make them, and then still waits", async () => {
    const gone = await world.join("buyer", "Gina Gone");
    const ofGone = await awaiting(gone);
    await changeMember(world.admin, { memberId: gone.actor.id, disabled: true });
    const { token } = await createToken(world.admin, SERVICE_TOKEN);
    const { id, name, role } = token.member;
    const ofToken = await awaiting({ ...world.request, actor: { id, name, role, email: "" } });
    for (const reference of [ofGone, ofToken]) {
      expect(await kindOf(sendBack(reference))).toBe("conflict");
      expect((await readOrder(world.approver, { reference })).state).toBe("awaiting_approval");
    }
  });

  it("is approved with a comment, which the timeline shows", async () => {
    const reference = await awaiting();
    const { timeline } = await approveOrder(world.approver, { reference, comment: "For the fair" });
    expect(timeline.at(-1)).toMatchObject({ action: "order.approved", details: { comment: "For the fair" } });
  });

  it("that somebody has decided on says who did and what, to whoever comes too late", async () => {
    const other = await world.join("approver", "Otto Other");
    const refusalOf = async (work: Promise<unknown>) => {
      const error: unknown = await work.then(
        () => null,
        (reason: unknown) => reason,
      );
      return isAppError(error) ? [error.kind, error.message, error.details.decided] : error;
    };
    const at: unknown = expect.stringMatching(/T.*Z$/);
    const said = (by: string | null, words: string, decision: string) => [
      "conflict",
      `${by ?? "You"} ${words} this order.`,
      { by, decision, at },
    ];
    const [approved, declined, withdrawn] = [await awaiting(), await awaiting(), await awaiting()];
    await approve(approved);
    await decline(declined);
    await withdraw(withdrawn);
    const byArif = said("Arif Approver", "has already approved", "approved");
    expect(await refusalOf(approve(approved, other))).toEqual(byArif);
    expect(await refusalOf(decline(approved, other))).toEqual(byArif);
    expect(await refusalOf(approve(approved))).toEqual(said(null, "have already approved", "approved"));
    const declinedByArif = said("Arif Approver", "has already declined", "declined");
    expect(await refusalOf(approve(declined, other))).toEqual(declinedByArif);
    expect(await refusalOf(withdraw(declined))).toEqual(declinedByArif);
    const byBea = said("Bea Buyer", "has already withdrawn", "withdrawn");
    expect(await refusalOf(approve(withdrawn, other))).toEqual(byBea);
    // Two at the same moment: the second one has read the order before it was decided on.
    const raced = await awaiting();
    const outcomes = await Promise.allSettled([decline(raced), decline(raced, other)]);
    const late = outcomes.find(({ status }) => status === "rejected");
    expect(late).toMatchObject({ reason: { kind: "conflict" } });
    // That it was approved is not why it can't be withdrawn any more.
    await world.work();
    expect(await refusalOf(withdraw(approved))).toEqual([
      "conflict",
      expect.stringContaining("can be withdrawn"),
      undefined,
    ]);
  });

  it("is withdrawn by the member who confirmed it", async () => {
    const reference = await awaiting();
    expect((await withdraw(reference)).state).toBe("withdrawn");
    expect(await kindOf(approve(reference))).toBe("conflict");
    expect(await world.work()).toBe(0);
    expect(await world.postsOf(reference)).toBe(0);
  });

  it("has its whole time to be sent after an approval that came late", async () => {
    const reference = await awaiting();
    await world.advance(2 * DAY);
    await approve(reference);
    await world.work();
    expect((await readOrder(world.request, { reference })).state).toBe("processing");
  });

  it("is decided on once, whoever acts at the same moment, and sent only if that was an approval", async () => {
    for (let round = 0; round < 16; round += 1) {
      const reference = await awaiting();
      const [withdrawn, ...decisions] = await Promise.all([
        round % 2 === 0 ? kindOf(withdraw(reference)) : "nobody",
        kindOf(approve(reference)),
        kindOf(approve(reference, world.admin)),
        kindOf(decline(reference)),
        world.work().then(() => "worked"),
      ]);
      const won = decisions.filter((kind) => kind === null).length;
      const records = (await recordsOf(reference)).map(({ action }) => action);
      const decided = records.filter((action) => action !== "order.withdrawn");
      expect(decided).toHaveLength(won);
      // An approved order that was not sent yet can still be withdrawn.
      expect(won).toBe(withdrawn === null && decided[0] !== "order.approved" ? 0 : 1);
      await world.work();
      const isSent = decided[0] === "order.approved" && withdrawn !== null;
      expect(await world.ordersAtService(reference)).toHaveLength(isSent ? 1 : 0);
      expect(await world.postsOf(reference)).toBe(isSent ? 1 : 0);
    }
  });
});

describe("an approval", () => {
  /** Changes the product for the next read. */
  async function productIsNow(change: (product: Record<string, unknown>) => object | null): Promise<void> {
    const answer = await fetch(`${world.sandbox.url}/catalog/products/${world.product.id}`, {
      headers: { "x-api-key": world.sandbox.key },
    });
    const product: unknown = await answer.json();
    if (!isRecord(product)) throw new Error("no product");
    const changed = change(product);
    const missing = { statusCode: 404, error: "Not Found", message: "Product not found." };
    const status = changed === null ? 404 : 200;
    await answerNext(world.sandbox, "product", changed ?? missing, { status });
  }

  it.each([
    ["costs something else", (product: Record<string, unknown>) => ({ ...product, price: 77 }), /now €0\.77/],
    ["is gone", () => null, /not found/i],
  ])(
    "is refused with what has changed when a product %s, and nothing is sent",
    async (_name, change, words) => {
      const reference = await awaiting();
      await world.advance(MINUTE);
      await productIsNow(change);
      const error: unknown = await approve(reference).catch((reason: unknown) => reason);
      if (!isAppError(error)) throw error;
      expect(error.kind).toBe("conflict");
      expect(error.details.lines).toEqual([
        { index: 0, productId: world.product.id, message: expect.stringMatching(words) },
      ]);
      await world.work();
      expect(await readOrder(world.request, { reference })).toMatchObject({ state: "awaiting_approval" });
      expect(await world.postsOf(reference)).toBe(0);
      // Once the product is as it was, the order can be approved.
      await world.advance(MINUTE);
      expect((await approve(reference)).state).toBe("waiting");
    },
  );

  it("of an order whose typed reference was used meanwhile buys nothing, and claims no other order", async () => {
    const code = `PO-${randomUUID()}`;
    const lines = [{ productId: world.product.id, quantity: 1 }];
    const { state } = await placeOrder(world.request, {
      currency: "EUR",
      externalOrderCode: code,
      lines,
      confirmationId: randomUUID(),
    });
    expect(state).toBe("awaiting_approval");
    const elsewhere = await fetch(`${world.sandbox.url}/orders`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": world.sandbox.key },
      body: JSON.stringify({
        externalOrderCode: code,
        currency: "EUR",
        price: world.product.price,
        orderProducts: [{ productId: world.product.id, price: world.product.price, quantity: 1 }],
      }),
    });
    expect(elsewhere.ok).toBe(true);
    // A check does not call the service, because an order that it found would be another one.
    expect((await checkOrder(world.request, { reference: code })).state).toBe("awaiting_approval");
    await approve(code);
    await world.work();
    expect(await readOrder(world.request, { reference: code })).toMatchObject({
      state: "rejected",
      orderId: null,
    });
    expect(await world.ordersAtService(code)).toHaveLength(1);
  });
});

describe("what waits for a member's approval", () => {
  it("is listed with who confirmed it and why it waits, the oldest first, without one's own", async () => {
    await world.program.db.update(orders).set({ state: "completed" });
    const first = await awaiting();
    const own = await awaiting(world.admin);
    const codesOf = async (request: MemberRequest) =>
      (await listApprovals(request)).items.map(({ externalOrderCode }) => externalOrderCode);
    expect(await codesOf(world.approver)).toEqual([first, own]);
    expect(await codesOf(world.admin)).toEqual([first]);
    expect(await listApprovals({ ...world.approver, environment: "production" })).toEqual({
      items: [],
      total: 0,
      coversFor: [],
    });
    expect((await listApprovals(world.admin)).items[0]).toMatchObject({
      placedBy: "Bea Buyer",
      overLimit: { period: "order", limit: 0, used: 0 },
    });
    expect(await kindOf(listApprovals(world.request))).toBe("forbidden");
    await approve(first);
    expect((await listApprovals(world.approver)).total).toBe(1);
  });
});

describe("an order whose products the service takes long to tell", () => {
  /** Does something while the service tells a product. */
  function whileAsked(request: MemberRequest, act: () => Promise<unknown>): MemberRequest {
    const { sandbox } = request.services;
    if (sandbox === undefined) throw new Error("there is no service");
    const readProduct: typeof sandbox.readProduct = async (...asked) => {
      await act();
      return sandbox.readProduct(...asked);
    };
    return { ...request, services: { sandbox: { ...sandbox, readProduct } } };
  }
  const change = ({ actor }: MemberRequest, input: { role: Role } | { disabled: boolean }) =>
    changeMember(operatorRequest(world.program), { memberId: actor.id, ...input });

  it("is not placed for a member who was disabled, or may place none any more, meanwhile", async () => {
    const [gone, moved] = [await world.join("buyer", "Gone"), await world.join("buyer", "Moved")];
    const disabled = world.order(
      1,
      whileAsked(gone, () => change(gone, { disabled: true })),
    );
    expect(await kindOf(disabled)).toBe("unauthenticated");
    await world.advance(MINUTE);
    const changed = world.order(
      1,
      whileAsked(moved, () => change(moved, { role: "viewer" })),
    );
    expect(await kindOf(changed)).toBe("forbidden");
    const placed = await world.program.db
      .select()
      .from(orders)
      .where(inArray(orders.placedBy, [gone.actor.id, moved.actor.id]));
    expect(placed).toEqual([]);
  });

  it("is not approved by such a member either", async () => {
    const reference = await awaiting();
    const moved = await world.join("approver", "Moved Approver");
    await world.advance(MINUTE);
    const late = whileAsked(moved, () => change(moved, { role: "viewer" }));
    expect(await kindOf(approve(reference, late))).toBe("forbidden");
    expect((await approve(reference)).state).toBe("waiting");
  });
});
