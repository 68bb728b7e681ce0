import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { Pool } from "pg";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { OrderLine } from "#lib/contracts/orders/order.ts";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import { members } from "#server/db/schema/members.ts";
import { attempts, drafts, orderedDraftLines, orders } from "#server/db/schema/orders.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { saveDraft } from "#server/orders/drafts/saveDraft.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { throttleNext } from "#tests/support/serviceAnswers.ts";
import { confirm, createOrderDraftWorld, errorOf } from "./orderDraftWorld.ts";

const world = await createOrderDraftWorld();
const { productId, line, saveLines } = world;
beforeEach(async () => {
  await world.database.db.delete(drafts);
});
afterAll(() => world.close());

const atTheService = async () => {
  const held: unknown = await world.sandbox.control("GET", "orders");
  return Array.isArray(held) ? held.length : Number.NaN;
};

describe("a confirmation of lines of a draft", () => {
  it("removes them from the draft together with placing the order; the others stay", async () => {
    const [one, other] = [line("2"), line("3")];
    const view = await saveLines(one, other);
    const order = await placeOrder(world.request, confirm(view, [one]));
    const after = await readDraft(world.request, { since: view.version });
    expect(after).toMatchObject({ version: view.version + 1, draft: { note: "n", lines: [other] } });
    expect(after.ordered).toEqual([
      {
        reference: order.externalOrderCode,
        placedBy: "Bea Buyer",
        at: order.createdAt,
        lines: [one],
      },
    ]);
    expect((await readDraft(world.request, { since: after.version })).ordered).toEqual([]);
  });

  it("makes one order of many that arrive together at two instances; the others are told which", async () => {
    const view = await saveLines(line("1"), line("4"));
    const before = await atTheService();
    const instances = [world.request, { ...world.request, ...world.instance() }];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        placeOrder(instances[index % 2] ?? world.request, confirm(view)),
      ),
    );
    const placed = outcomes.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect(placed).toHaveLength(1);
    expect(await atTheService()).toBe(before + 1);
    const reference = placed[0]?.externalOrderCode ?? "";
    expect(await world.ordersAtService(reference)).toHaveLength(1);
    for (const each of outcomes) {
      if (each.status === "fulfilled") continue;
      expect(each.reason).toMatchObject({
        kind: "conflict",
        details: {
          conflict: "lines-ordered",
          existingReference: reference,
          lines: [{ index: 0 }, { index: 1 }],
        },
      });
    }
    expect((await readDraft(world.request)).draft.lines).toEqual([]);
  });

  it("that overlaps with another one in a single line is refused as a whole", async () => {
    const [one, other, third] = [line("1"), line("2"), line("3")];
    const view = await saveLines(one, other, third);
    const order = await placeOrder(world.request, confirm(view, [one, other]));
    const error = await errorOf(placeOrder(world.request, confirm(view, [third, other])));
    expect(error.details).toMatchObject({
      existingReference: order.externalOrderCode,
      lines: [{ index: 1, productId }],
    });
    expect((await readDraft(world.request)).draft.lines).toEqual([third]);
  });

  it("that arrives again, even at the same moment, answers the same order", async () => {
    const view = await saveLines(line("1"));
    const input = confirm(view);
    const before = await atTheService();
    const instances = [world.request, { ...world.request, ...world.instance() }];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => placeOrder(instances[index % 2] ?? world.request, input)),
    );
    answers.push(await placeOrder(world.request, input));
    expect(new Set(answers.map(({ externalOrderCode }) => externalOrderCode)).size).toBe(1);
    expect(await atTheService()).toBe(before + 1);
  });

  it("that arrives again after the note was edited answers the same order; the note stays in the draft", async () => {
    const [one, other] = [line("1"), line("2")];
    const view = await saveLines(one, other);
    const input = confirm(view, [one], { note: "n" });
    const before = await atTheService();
    const first = await placeOrder(world.request, input);
    const left = await readDraft(world.request);
    await saveDraft(world.request, { ...left, draft: { ...left.draft, note: "edited" } });
    const again = await placeOrder(world.request, { ...input, note: "edited" });
    expect(again).toMatchObject({ externalOrderCode: first.externalOrderCode, note: "n" });
    expect((await readDraft(world.request)).draft).toMatchObject({ note: "edited", lines: [other] });
    expect(await atTheService()).toBe(before + 1);
  });

  it("of what has been changed since is refused, and nothing is sent", async () => {
    const [one, other] = [line("1"), line("2")];
    const view = await saveLines(one, other);
    await saveLines({ ...one, quantity: "5" }, other);
    const before = await atTheService();
    const error = await errorOf(placeOrder(world.request, confirm(view)));
    expect(error).toMatchObject({
      kind: "conflict",
      details: { conflict: "draft-changed", lines: [{ index: 0, productId }] },
    });
    expect(await atTheService()).toBe(before);
    expect((await readDraft(world.request)).draft.lines).toHaveLength(2);
    // A line that nobody has changed can be ordered from the reviewed version.
    await placeOrder(world.request, confirm(view, [other]));
    expect((await readDraft(world.request)).draft.lines).toEqual([{ ...one, quantity: "5" }]);
  });

  it("of what has been removed since is refused", async () => {
    const view = await saveLines(line("1"));
    await saveLines();
    const error = await errorOf(placeOrder(world.request, confirm(view)));
    expect(error.details.conflict).toBe("draft-changed");
  });

  it("of a draft that belongs to another member, or does not exist, is refused", async () => {
    const view = await saveLines(line("1"));
    const stranger = await world.join("buyer", "Stranger");
    expect((await errorOf(placeOrder(stranger, confirm(view)))).kind).toBe("not-found");
    const unknown = confirm({ ...view, id: randomUUID() });
    expect((await errorOf(placeOrder(world.request, unknown))).kind).toBe("not-found");
  });

  it("with thousands of lines is placed as any other", async () => {
    const view = await saveLines(...Array.from({ length: 3_000 }, () => line("1")));
    const { lineCount } = await placeOrder(world.request, confirm(view));
    expect(lineCount).toBe(3_000);
    expect((await readDraft(world.request)).draft.lines).toEqual([]);
  });
});

describe("the database itself", () => {
  it("refuses a line that was ordered, whatever a program does: nothing of the order is written", async () => {
    const [one] = [line("1")];
    const view = await saveLines(one);
    await placeOrder(world.request, confirm(view));
    const [row] = await world.database.db.select().from(orderedDraftLines).limit(1);
    const count = async () => (await world.database.db.select({ id: orders.id }).from(orders)).length;
    const before = await count();
    const again = world.database.db.transaction(async (tx) => {
      const [known] = await tx.select().from(orders).limit(1);
      if (!known || !row) throw new Error("there is no order");
      await tx.insert(orders).values({
        ...known,
        id: randomUUID(),
        confirmationId: randomUUID(),
        externalOrderCode: randomUUID(),
      });
      await tx.insert(orderedDraftLines).values({ ...row, orderRow: known.id });
    });
    await expect(again).rejects.toThrow();
    expect(await count()).toBe(before);
  });

  it("keeps a line that was ordered out of the stored draft", async () => {
    const one = line("1");
    const view = await saveLines(one);
    await placeOrder(world.request, confirm(view));
    await expect(saveLines(one)).rejects.toMatchObject({ kind: "conflict" });
    await saveLines(line("1"));
  });
});

describe("an order of a draft that the service rejects", () => {
  it("leaves its lines in the draft, where they were and as they were typed, to be corrected and ordered", async () => {
    const rejected = await scenario(world.sandbox, "unavailable");
    const lines = [line("2"), { ...line("1", rejected), amount: "10,0" }, line("3"), line("4", rejected)];
    const view = await saveLines(...lines);
    const bad = lines.filter((each) => each.productId === rejected);
    const input = confirm(view, bad, { note: "n" });
    const error = await errorOf(placeOrder(world.request, input));
    expect(error.kind).toBe("rejected");
    const after = await readDraft(world.request, { since: view.version });
    expect(after).toMatchObject({ draft: { ...view.draft }, ordered: [] });
    // Confirming again gives the same answer, and puts nothing back twice.
    expect((await errorOf(placeOrder(world.request, input))).kind).toBe("rejected");
    expect(await readDraft(world.request, { since: view.version })).toEqual(after);
    await saveLines(...lines.map((each) => ({ ...each, productId })));
    await placeOrder(world.request, confirm(await readDraft(world.request)));
    expect((await readDraft(world.request)).draft.lines).toEqual([]);
  });

  it("leaves the text of a draft that became empty, and its note", async () => {
    const rejected = await scenario(world.sandbox, "inactive");
    const view = await saveLines(line("2", rejected));
    await errorOf(placeOrder(world.request, confirm(view, view.draft.lines, { note: "n" })));
    expect((await readDraft(world.request)).draft).toEqual(view.draft);
  });

  it("later than the person waited puts them back when the same confirmation arrives again", async () => {
    const rejected = await scenario(world.sandbox, "unavailable");
    const view = await saveLines(line("2", rejected));
    const input = confirm(view, view.draft.lines, { note: "n" });
    await throttleNext(world.sandbox, "place", 1);
    expect((await placeOrder(world.request, input)).state).toBe("waiting");
    await world.advance(30_000);
    await world.work();
    expect((await readDraft(world.request)).draft.lines).toEqual([]);
    expect((await errorOf(placeOrder(world.request, input))).kind).toBe("rejected");
    expect((await readDraft(world.request)).draft).toEqual(view.draft);
  });
});

describe("an order whose outcome is unknown", () => {
  const asking = () => ({ ...world.request, recentOrderMs: 10 * MINUTE });

  it("is asked about however old it is, whatever it cost, and of programs too", async () => {
    const lost = await scenario(world.sandbox, "never-answers");
    const first = await placeOrder(asking(), confirm(await saveLines(line("4", lost))));
    const { externalOrderCode: column } = orders;
    const reference = first.externalOrderCode ?? "";
    const isFirst = eq(column, reference);
    for (const state of ["unconfirmed", "needs_review"] as const) {
      // As after two days, and a change of the price.
      const createdAt = world.now() - 2 * 24 * HOUR;
      await world.database.db
        .update(orders)
        .set({ state, createdAt, price: 1, nextActionAt: null, lines: pricedAt(first.lines, 1) })
        .where(isFirst);
      const recentOrder = { reference, unresolved: reference };
      const input = confirm(await saveLines(line("4", lost)));
      const { currency, lines } = input;
      expect(await preflightOrder(asking(), { currency, lines })).toMatchObject({ recentOrder });
      const asked = { kind: "conflict", details: { conflict: "recent-order", recentOrder } };
      expect(await errorOf(placeOrder(asking(), input))).toMatchObject(asked);
      const program = { currency, confirmationId: randomUUID(), lines: [{ productId: lost, quantity: 4 }] };
      expect(await errorOf(placeOrder(asking(), program))).toMatchObject(asked);
      const fewer = [{ productId: lost, quantity: 3 }];
      expect(await preflightOrder(asking(), { currency, lines: fewer })).toMatchObject({ recentOrder: null });
    }
    const again = {
      currency: "EUR",
      confirmationId: randomUUID(),
      lines: [{ productId: lost, quantity: 4 }],
    };
    const placed = await placeOrder(asking(), { ...again, acknowledgeRecent: reference });
    expect(placed.externalOrderCode).not.toBe(reference);
  });

  it("is named beside a later one that is asked about", async () => {
    const view = await saveLines(line("40"));
    const first = await placeOrder(world.request, confirm(view));
    const second = await placeOrder(world.request, confirm(await saveLines(line("40"))));
    const reference = first.externalOrderCode ?? "";
    await world.database.db
      .update(orders)
      .set({ state: "needs_review", createdAt: world.now() - HOUR })
      .where(eq(orders.externalOrderCode, reference));
    const { lines } = confirm(await saveLines(line("40")));
    const { recentOrder } = await preflightOrder(asking(), { currency: "EUR", lines });
    expect(recentOrder).toMatchObject({ reference: second.externalOrderCode, unresolved: reference });
  });
});

const pricedAt = (lines: readonly OrderLine[], price: number) => lines.map((each) => ({ ...each, price }));

describe("an order that the team has just placed", () => {
  const asking = () => ({ ...world.request, recentOrderMs: 10 * MINUTE });

  it("needs a confirmation before the same one is placed again, whoever placed it and from where", async () => {
    const other = line("7");
    const lines = [line("6"), other];
    const first = await placeOrder(world.request, {
      ...confirm(await saveLines(...lines)),
      draft: undefined,
      lines: lines.toReversed().map(({ quantity }) => ({ productId, quantity: Number(quantity) })),
    });
    const view = await saveLines(line("6"), line("7"));
    const input = confirm(view);
    const recentOrder = { reference: first.externalOrderCode, placedBy: "Bea Buyer", at: first.createdAt };
    const checked = await preflightOrder(asking(), { currency: "EUR", lines: input.lines });
    expect(checked.recentOrder).toEqual(recentOrder);
    const error = await errorOf(placeOrder(asking(), input));
    expect(error).toMatchObject({ kind: "conflict", details: { conflict: "recent-order", recentOrder } });
    expect((await readDraft(world.request)).draft).toEqual(view.draft);
    const acknowledgeRecent = first.externalOrderCode ?? "";
    const again = await placeOrder(asking(), { ...input, acknowledgeRecent });
    expect(again.externalOrderCode).not.toBe(first.externalOrderCode);
    // The acknowledged order is no longer the latest one.
    const third = confirm(await saveLines(line("6"), line("7")));
    const stale = await errorOf(placeOrder(asking(), { ...third, acknowledgeRecent }));
    expect(stale.details.recentOrder?.reference).toBe(again.externalOrderCode);
  });

  it("is not asked about after the configured time, nor where something differs, nor of programs", async () => {
    const view = await saveLines(line("8"));
    const { lines } = confirm(view);
    const recent = async (given = lines) =>
      (await preflightOrder(asking(), { currency: "EUR", lines: given })).recentOrder;
    await placeOrder(asking(), confirm(view));
    expect(await recent()).not.toBeNull();
    expect(await recent([{ productId, quantity: 9 }])).toBeNull();
    expect((await preflightOrder(world.request, { currency: "EUR", lines })).recentOrder).toBeNull();
    const program = { currency: "EUR", confirmationId: randomUUID(), lines: [{ productId, quantity: 8 }] };
    await placeOrder(asking(), program);
    await world.advance(11 * MINUTE);
    expect(await recent()).toBeNull();
    await placeOrder(asking(), confirm(await saveLines(line("8"))));
  });

  it("is not asked about when nothing was bought by it", async () => {
    const rejected = await scenario(world.sandbox, "unavailable");
    const input = confirm(await saveLines(line("3", rejected)));
    expect((await errorOf(placeOrder(asking(), input))).kind).toBe("rejected");
    const again = { ...input, confirmationId: randomUUID() };
    expect((await errorOf(placeOrder(asking(), again))).kind).toBe("rejected");
  });

  it("is noticed however its quantity is split into lines", async () => {
    await placeOrder(asking(), confirm(await saveLines(line("5"))));
    const split = confirm(await saveLines(line("2"), line("3")));
    expect((await errorOf(placeOrder(asking(), split))).details.conflict).toBe("recent-order");
  });

  it("is noticed as well when both are confirmed at the same moment", async () => {
    const [member] = await world.database.db
      .insert(members)
      .values({
        email: "ada@partner.example",
        name: "Ada",
        role: "buyer",
        passwordHash: "none",
        createdAt: world.now(),
        updatedAt: world.now(),
      })
      .returning({ id: members.id });
    const ada = { ...world.as({ ...world.request.actor, id: member?.id ?? "" }), recentOrderMs: 10 * MINUTE };
    const mine = confirm(await saveLines(line("11")));
    const { id, version } = await readDraft(ada);
    const saved = await saveDraft(ada, { id, version, draft: { ...EMPTY_DRAFT, lines: [line("11")] } });
    const outcomes = await Promise.allSettled([placeOrder(asking(), mine), placeOrder(ada, confirm(saved))]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("a program that dies while a draft is sent", () => {
  it("after the intent: the order is found or sent, once, and the draft no longer has its lines", async () => {
    const view = await saveLines(line("1"));
    const client = world.program.services.sandbox;
    if (client === undefined) throw new Error("no client");
    const dies = { ...client, placeOrder: () => Promise.reject(new Error("the process died here")) };
    const order = await placeOrder({ ...world.request, services: { sandbox: dies } }, confirm(view));
    expect(order.state).toBe("submitting");
    expect((await readDraft(world.request)).draft.lines).toEqual([]);
    const error = await errorOf(placeOrder(world.request, confirm(view)));
    expect(error.details.existingReference).toBe(order.externalOrderCode);
    for (let round = 0; round < 6; round += 1) {
      await world.advance(30_000);
      await world.work();
    }
    expect(await world.ordersAtService(order.externalOrderCode ?? "")).toHaveLength(1);
  });

  it("before the intent: the draft has its lines, and nothing was sent", async () => {
    const view = await saveLines(line("1"));
    const before = await atTheService();
    const connect = () => Promise.reject(new Error("the process died here"));
    const failing = new Proxy(world.request.db, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        // What opens a transaction; single statements take their connections by themselves.
        return value instanceof Pool ? Object.create(value, { connect: { value: connect } }) : value;
      },
    });
    const input = confirm(view);
    await expect(placeOrder({ ...world.request, db: failing }, input)).rejects.toThrow("died here");
    expect((await readDraft(world.request)).draft).toEqual(view.draft);
    expect(await atTheService()).toBe(before);
    const open = await world.database.db
      .select({ id: orders.id })
      .from(orders)
      .innerJoin(attempts, eq(attempts.orderRow, orders.id))
      .where(eq(orders.confirmationId, input.confirmationId));
    expect(open).toEqual([]);
  });
});
