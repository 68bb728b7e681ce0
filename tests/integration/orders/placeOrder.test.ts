import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { isAppError } from "#server/context/errors.ts";
import { revealCodes } from "#server/codes/revealCodes.ts";
import { checkOrder } from "#server/orders/verbs/checkOrder.ts";
import { labelOrder } from "#server/orders/verbs/labelOrder.ts";
import { listOrders } from "#server/orders/verbs/listOrders.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";
import { tagOrders } from "#server/orders/verbs/tagOrders.ts";
import { confirmation, createOrderWorld, IMPATIENT, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";

let world: OrderWorld;
beforeAll(async () => {
  world = await createOrderWorld();
});
afterAll(() => world.close());

/** The code of an order that must have one. */
function codeOf(order: OrderView): string {
  if (order.externalOrderCode === null) throw new Error("the order has no code");
  return order.externalOrderCode;
}

async function errorOf(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isAppError(error)) throw new Error(`expected an error for a person, got ${String(error)}`);
  return error;
}

const readByCode = (code: string) => readOrder(world.request, { reference: code });

describe("an order that the service accepts", () => {
  it("is processing with its order id, is polled when it is expected, and shows its codes once", async () => {
    const placed = await placeOrder(
      world.request,
      confirmation(await scenario(world.sandbox, "late-visible")),
    );
    const code = codeOf(placed);
    expect(placed).toMatchObject({ state: "processing", attempts: 1, origin: "placed" });
    expect(placed.orderId).toMatch(/^\d+$/);
    expect(await world.work()).toBe(0);
    await world.advance(6 * SECOND);
    expect(await world.work()).toBe(1);
    const done = await readByCode(code);
    expect(done).toMatchObject({
      state: "completed",
      delivered: 4,
      ordered: 4,
      canReveal: true,
      nextLookAt: null,
    });
    const codes = await revealCodes(world.request, { reference: code, skip: 1, take: 2 });
    expect(codes.total).toBe(4);
    expect(codes.items.map(({ index }) => index)).toEqual([1, 2]);
    const { timeline } = await readByCode(code);
    expect(timeline.map(({ action }) => action)).toEqual([
      "order.confirmed",
      "order.attempted",
      "order.state",
      "codes.revealed",
    ]);
    expect(JSON.stringify(timeline)).not.toContain("TEST-");
  });

  it("is bought once however often the confirmation arrives", async () => {
    const input = confirmation(await scenario(world.sandbox, "price-moves"));
    const orders = await Promise.all(Array.from({ length: 8 }, () => placeOrder(world.request, input)));
    const codes = new Set(orders.map(codeOf));
    expect(codes.size).toBe(1);
    expect(await world.ordersAtService([...codes][0] ?? "")).toHaveLength(1);
    const posts = (await world.received([...codes][0] ?? "")).filter(({ method }) => method === "POST");
    expect(posts).toHaveLength(1);
    const other = await errorOf(
      placeOrder(world.request, { ...input, lines: [{ productId: 900_002, quantity: 9 }] }),
    );
    expect(other.kind).toBe("conflict");
  });

  it("is not the answer to the same confirmation for another country", async () => {
    const input = confirmation(await scenario(world.sandbox, "late-visible"));
    const [line] = input.lines;
    if (line === undefined) throw new Error("the confirmation has no line");
    const inCountry = (countryCode: string) => ({ ...input, lines: [{ ...line, countryCode }] });
    const placed = await placeOrder(world.request, input);
    const [bought] = placed.lines;
    expect(bought?.countryCode).toBe("DE");
    const again = await placeOrder(world.request, inCountry("Germany"));
    expect(codeOf(again)).toBe(codeOf(placed));
    const other = await errorOf(placeOrder(world.request, inCountry("FR")));
    expect([other.kind, other.details.existingReference]).toEqual(["conflict", codeOf(placed)]);
    expect(await world.ordersAtService(codeOf(placed))).toHaveLength(1);
  });
});

describe("a confirmation that a program uses again", () => {
  it("with another note, purchase order or other tags is refused with the order that it has placed", async () => {
    const productId = await scenario(world.sandbox, "slow");
    const input = confirmation(productId, { note: "for Tuesday", purchaseOrder: "PO 1", tags: ["a", "b"] });
    const code = codeOf(await placeOrder(world.request, input));
    for (const other of [{ note: "x" }, { note: undefined }, { purchaseOrder: "PO 2" }, { tags: ["a"] }]) {
      const error = await errorOf(placeOrder(world.request, { ...input, ...other }));
      expect([error.kind, error.details.existingReference]).toEqual(["conflict", code]);
      expect(error.message).toContain(code);
    }
    const sameTags = await placeOrder(world.request, { ...input, tags: ["b", "a"] });
    expect(codeOf(sameTags)).toBe(code);
    expect(await world.ordersAtService(code)).toHaveLength(1);
  });

  it("unchanged gets the same order, also after a member has changed its note, purchase order and tags", async () => {
    const productId = await scenario(world.sandbox, "slow");
    const input = confirmation(productId, { note: "for Tuesday", purchaseOrder: "PO 1", tags: ["a", "b"] });
    const reference = codeOf(await placeOrder(world.request, input));
    await labelOrder(world.request, { reference, note: "for Friday", addTags: ["c"] });
    await tagOrders(world.request, { references: [reference], tags: ["d"] });
    await labelOrder(world.request, { reference, note: "for nobody", purchaseOrder: "" });
    const again = await placeOrder(world.request, input);
    expect(again).toMatchObject({ externalOrderCode: reference, note: "for nobody" });
    const changed = { ...input, note: "for Friday" };
    expect((await errorOf(placeOrder(world.request, changed))).kind).toBe("conflict");
    expect(await world.ordersAtService(reference)).toHaveLength(1);
  });
});

describe("outcomes", () => {
  it("a partial delivery says how many of how many, and is polled less and less often, for a day", async () => {
    const placed = await placeOrder(world.request, confirmation(await scenario(world.sandbox, "partial")));
    const code = codeOf(placed);
    await world.advance(10 * SECOND);
    await world.work();
    expect(await readByCode(code)).toMatchObject({
      state: "partial",
      delivered: 3,
      ordered: 4,
      canReveal: false,
    });
    const gets = async () => (await world.received(placed.orderId ?? "")).length;
    const before = await gets();
    for (let hour = 0; hour < 30; hour += 1) {
      await world.advance(60 * MINUTE);
      await world.work();
    }
    expect(await gets()).toBeLessThan(before + 12);
    expect(await readByCode(code)).toMatchObject({ state: "partial", nextLookAt: null });
  });

  it("codes of a partial delivery can be seen if the service shows them", async () => {
    const productId = await scenario(world.sandbox, "partial-with-codes");
    const code = codeOf(await placeOrder(world.request, confirmation(productId)));
    await world.advance(10 * SECOND);
    await world.work();
    expect(await readByCode(code)).toMatchObject({ state: "partial", canReveal: true });
    expect((await revealCodes(world.request, { reference: code, skip: 0, take: 10 })).total).toBe(3);
  });

  it("an undelivered order gives the service's reason", async () => {
    const placed = await placeOrder(
      world.request,
      confirmation(await scenario(world.sandbox, "undelivered")),
    );
    await world.advance(10 * SECOND);
    await world.work();
    const order = await readByCode(codeOf(placed));
    expect(order).toMatchObject({ state: "undelivered", delivered: 0, canReveal: false });
    expect(order.reason).toBe("The provider has no stock of this product.");
    expect(
      (await errorOf(revealCodes(world.request, { reference: codeOf(placed), skip: 0, take: 10 }))).kind,
    ).toBe("conflict");
  });

  it("an unknown status is shown as it is and polled again", async () => {
    const placed = await placeOrder(
      world.request,
      confirmation(await scenario(world.sandbox, "unrecognised")),
    );
    await world.advance(10 * SECOND);
    await world.work();
    const order = await readByCode(codeOf(placed));
    expect(order).toMatchObject({ state: "unrecognised", statusName: "awaiting_provider_settlement" });
    expect(order.nextLookAt).not.toBeNull();
  });

  it.each([
    ["unavailable", 422],
    ["inactive", 400],
    ["wrong-country", 400],
    ["wrong-currency", 400],
    ["price-upstream", 400],
    ["invalid-order", 400],
    ["unmapped", 400],
    ["ordering-disabled", 403],
    ["limit-exceeded", 422],
  ] as const)(
    "a refusal (%s, %i) is told in the service's words, and nothing was bought",
    async (behaviour, status) => {
      const productId = await scenario(world.sandbox, behaviour);
      const error = await errorOf(placeOrder(world.request, confirmation(productId)));
      expect(error.kind).toBe("rejected");
      expect(error.details.service?.statusCode).toBe(status);
      expect(error.message).toBe(error.details.service?.message);
      const named = error.message.startsWith(`Product ${productId} `);
      const lines = error.details.lines ?? [];
      expect(lines.filter(({ message }) => message === error.message)).toHaveLength(named ? 1 : 0);
      // The one refusal that sends us back to the catalog says what is there now (docs/service-interface.md §7).
      const explained = lines.filter(({ message }) => message !== error.message);
      expect(explained.map(({ message }) => message)).toEqual(
        behaviour === "wrong-country"
          ? [expect.stringContaining("still lists this product as you ordered it")]
          : [],
      );
      const code = error.details.existingReference ?? "";
      expect(await world.ordersAtService(code)).toEqual([]);
      expect(await readByCode(code)).toMatchObject({ state: "rejected", nextLookAt: null });
    },
  );
});

describe("an order whose outcome is unknown", () => {
  it.each([
    ["down-after", 1],
    ["reset-after", 1],
    ["never-answers", 1],
    ["garbage", 1],
    ["conflict", 1],
    ["already-placed", 1],
    ["down-once", 2],
    ["not-created", 2],
    ["reset-before", 2],
    ["throttled", 3],
  ] as const)("is found or sent again, identically, and bought once (%s)", async (behaviour, posts) => {
    const sender = behaviour === "never-answers" ? world.instance(IMPATIENT) : world.program;
    const product = await scenario(world.sandbox, behaviour);
    const placed = await placeOrder({ ...world.request, ...sender }, confirmation(product));
    const code = codeOf(placed);
    expect(["unconfirmed", "waiting"]).toContain(placed.state);
    for (let round = 0; round < 12; round += 1) {
      await world.advance(20 * SECOND);
      await world.work();
    }
    expect(await readByCode(code)).toMatchObject({ state: "completed" });
    expect(await world.ordersAtService(code)).toHaveLength(1);
    const sent = (await world.received(code)).filter(({ method }) => method === "POST");
    expect(sent).toHaveLength(posts);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  });

  it("that stays unknown asks for a person after an hour, and is still polled", async () => {
    const placed = await placeOrder(
      world.request,
      confirmation(await scenario(world.sandbox, "down-always")),
    );
    for (let round = 0; round < 45; round += 1) {
      await world.advance(2 * MINUTE);
      await world.work();
    }
    const order = await readByCode(codeOf(placed));
    expect(order.state).toBe("needs_review");
    expect(order.nextLookAt).not.toBeNull();
  });
});

describe("what a person types", () => {
  it("a code that another order has is refused with that order, and nothing is sent", async () => {
    const productId = await scenario(world.sandbox, "partial");
    const code = `typed/${randomUUID()} ü#?`;
    const first = await placeOrder(world.request, confirmation(productId, { externalOrderCode: code }));
    expect(first.externalOrderCode).toBe(code);
    const error = await errorOf(
      placeOrder(world.request, confirmation(productId, { externalOrderCode: code })),
    );
    expect(error.kind).toBe("conflict");
    expect(error.details.existingReference).toBe(code);
    expect(await world.ordersAtService(code)).toHaveLength(1);
  });

  it("a code that the partner's own backend used is found at the service and refused", async () => {
    const productId = await scenario(world.sandbox, "partial");
    const code = `backend-${randomUUID()}`;
    const answer = await fetch(`${world.sandbox.url}/orders`, {
      method: "POST",
      headers: { "x-api-key": world.sandbox.key, "content-type": "application/json" },
      body: JSON.stringify({
        externalOrderCode: code,
        currency: "EUR",
        price: 1_000,
        orderProducts: [{ productId, price: 1_000, quantity: 1 }],
      }),
    });
    expect(answer.status).toBe(202);
    const error = await errorOf(
      placeOrder(world.request, confirmation(productId, { externalOrderCode: code })),
    );
    expect(error.details.existingReference).toBe(code);
    expect(await readByCode(code)).toMatchObject({ origin: "found" });
  });

  it("lines that cannot be ordered are told each on its own, and nothing is sent", async () => {
    const productId = await scenario(world.sandbox, "partial");
    const checked = await preflightOrder(world.request, {
      currency: "EUR",
      lines: [
        { productId, quantity: 1 },
        { productId, quantity: 1, price: 999 },
        { productId: 1, quantity: 1 },
      ],
    });
    expect(checked.ok).toBe(false);
    expect(checked.problems.map(({ index }) => index)).toEqual([1, 2]);
    expect(checked.problems[1]?.message).toBe("Product 1 was not found in your catalog");
    const error = await errorOf(
      placeOrder(world.request, confirmation(productId, { lines: [{ productId: 1, quantity: 1 }] })),
    );
    expect(error.kind).toBe("validation");
  });

  it("support may read an order but neither place one nor see a code", async () => {
    const placed = await placeOrder(world.request, confirmation(await scenario(world.sandbox, "partial")));
    const support = world.as({ ...world.request.actor, role: "support" });
    expect((await readOrder(support, { reference: codeOf(placed) })).canReveal).toBe(false);
    expect((await errorOf(placeOrder(support, confirmation(900_001)))).kind).toBe("forbidden");
    expect((await errorOf(revealCodes(support, { reference: codeOf(placed), skip: 0, take: 1 }))).kind).toBe(
      "forbidden",
    );
  });

  it("a check before the cadence allows it is refused and says when", async () => {
    const placed = await placeOrder(world.request, confirmation(await scenario(world.sandbox, "slow")));
    const error = await errorOf(checkOrder(world.request, { reference: codeOf(placed) }));
    expect(error.kind).toBe("too-early");
    expect(error.details.retryAfterSeconds).toBeGreaterThan(200);
  });

  it("the list finds orders by code, note and state, page by page", async () => {
    const productId = await scenario(world.sandbox, "partial");
    const note = `note 100%_${randomUUID()}`;
    for (let count = 0; count < 3; count += 1)
      await placeOrder(world.request, confirmation(productId, { note }));
    const first = await listOrders(world.request, { q: note, take: 2 });
    expect(first.items).toHaveLength(2);
    const second = await listOrders(world.request, { q: note, take: 2, cursor: first.nextCursor ?? "" });
    expect(second.items).toHaveLength(1);
    expect(second.nextCursor).toBeNull();
    expect((await listOrders(world.request, { q: note, state: ["rejected"], take: 2 })).items).toEqual([]);
  });
});

describe("placing an order", () => {
  it("nothing was logged as an error that the tests did not cause", () => {
    expect(world.logged).toEqual([]);
  });
});
