import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Behaviour } from "#sandbox/catalog/behaviours.ts";
import { DIALECTS } from "#sandbox/dialect/names.ts";
import { readTimestamp } from "#server/serviceClient/readers/timestamp.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { errorBody, orderOf, partner, type Partner } from "./partner.ts";

let sandbox: Sandbox;
let client: Partner;
beforeAll(async () => {
  sandbox = await startSandbox();
  client = partner(sandbox);
});
afterAll(() => sandbox.dispose());

const advance = (ms: number) => sandbox.control("POST", "clock", { moveMs: ms });
const placedSchema = z.object({
  orderId: z.int(),
  externalOrderCode: z.string(),
  estimatedReadyAt: z.string(),
});
const pinsSchema = z.object({ products: z.array(z.object({ productId: z.int(), pin: z.unknown() })) });
const PROCESSING = { status: "processing", message: "Order is still processing" };

async function place(behaviour: Behaviour, quantity = 4, code?: string) {
  const order = orderOf(await scenario(sandbox, behaviour), quantity);
  const { body } = await client.post({ ...order, externalOrderCode: code ?? order.externalOrderCode });
  return placedSchema.parse(body);
}
const getOrder = async (reference: string | number) =>
  (await client.get(`/orders/${encodeURIComponent(reference)}`)).body;

describe("§3 states", () => {
  it("has exactly two fields while processing, and no codes", async () => {
    const { orderId } = await place("slow");
    expect(await getOrder(orderId)).toEqual(PROCESSING);
    await advance(4 * 60_000);
    expect(await getOrder(orderId)).toEqual(PROCESSING);
    await advance(2 * 60_000);
    expect(await getOrder(orderId)).toMatchObject({ status: "completed" });
  });

  it("is ready at its estimate and not before", async () => {
    const { orderId, estimatedReadyAt } = await place("slow");
    const { now } = z.object({ now: z.number() }).parse(await sandbox.control("GET", "clock"));
    const wait = Date.parse(estimatedReadyAt) - now;
    await advance(wait - 5_000);
    expect(await getOrder(orderId)).toEqual(PROCESSING);
    await advance(5_000);
    expect(await getOrder(orderId)).toMatchObject({ status: "completed" });
  });

  it("is ready at its estimate in each dialect, also where times are whole seconds", async () => {
    const productId = await scenario(sandbox, "slow");
    for (const dialect of DIALECTS) {
      await sandbox.control("POST", "settings", { dialect });
      const order = orderOf(productId);
      const { estimatedReadyAt } = z
        .object({ estimatedReadyAt: z.union([z.string(), z.number()]) })
        .parse((await client.post(order)).body);
      const estimate = readTimestamp(estimatedReadyAt) ?? 0;
      const [stored] = z
        .array(z.object({ readyAt: z.number() }))
        .parse(await sandbox.control("GET", `orders?code=${order.externalOrderCode}`));
      expect(estimate, dialect).toBeGreaterThanOrEqual(stored?.readyAt ?? Infinity);
      expect(estimate, dialect).toBeLessThan((stored?.readyAt ?? 0) + 1_000);
    }
    await sandbox.control("POST", "reset");
  });

  it("reports all it knows while processing in one dialect, and the two stated fields in the others", async () => {
    const order = orderOf(await scenario(sandbox, "slow"), 3);
    await sandbox.control("POST", "settings", { dialect: "detailed" });
    const placedBody = placedSchema.parse((await client.post(order)).body);
    expect(await getOrder(order.externalOrderCode)).toEqual({
      ...PROCESSING,
      orderId: placedBody.orderId,
      externalOrderCode: order.externalOrderCode,
      estimatedReadyAt: placedBody.estimatedReadyAt,
      orderProducts: order.orderProducts,
    });
    await sandbox.control("POST", "reset");
    expect(await getOrder(order.externalOrderCode)).toEqual(PROCESSING);
  });

  it("has one code for each unit when completed, the same each time, marked as test data", async () => {
    const { orderId, externalOrderCode } = await place("slow", 5);
    await advance(10 * 60_000);
    const { products } = pinsSchema.parse(await getOrder(orderId));
    expect(products).toHaveLength(5);
    const codes = products.map(({ pin }) => z.object({ code: z.string() }).parse(pin).code);
    expect(new Set(codes).size).toBe(5);
    for (const code of codes) expect(code).toMatch(/^TEST-/);
    await advance(60_000);
    expect(pinsSchema.parse(await getOrder(externalOrderCode)).products).toEqual(products);
  });

  it("has both counts when partial, and no code, since only completed orders have codes", async () => {
    const { orderId } = await place("partial", 8);
    await advance(60_000);
    const body = await getOrder(orderId);
    expect(body).toMatchObject({ orderId, status: "partially_completed", delivered: 6, total: 8 });
    expect(JSON.stringify(body)).not.toContain("TEST-");
  });

  it("has the reason when undelivered, and no code", async () => {
    const { orderId } = await place("undelivered");
    await advance(60_000);
    const body = z.looseObject({ reason: z.string().min(1) }).parse(await getOrder(orderId));
    expect(body).toMatchObject({ orderId, status: "failed" });
    expect(body).not.toHaveProperty("products");
  });

  it("is completed by a later delivery after it was partial or undelivered", async () => {
    const some = await place("partial-then-completed");
    const none = await place("undelivered-then-completed");
    await advance(10_000);
    expect(await getOrder(some.orderId)).toMatchObject({ delivered: 2, total: 4 });
    expect(await getOrder(none.orderId)).toHaveProperty("reason");
    await advance(3 * 60_000);
    for (const { orderId } of [some, none]) {
      expect(pinsSchema.parse(await getOrder(orderId)).products).toHaveLength(4);
    }
  });
});

describe("§4.5 GET /orders/{reference}", () => {
  it("finds the order by its id and by the partner's code", async () => {
    const { orderId, externalOrderCode } = await place("pins-as-objects");
    await advance(60_000);
    const byId = await getOrder(orderId);
    expect(byId).toMatchObject({ orderId, externalOrderCode, currency: "EUR", price: 4_000 });
    expect(await getOrder(externalOrderCode)).toEqual(byId);
  });

  it.each(["a/b", "a b", "100%", "a?b=c", "a#b", "ä ö ü", "数字", "a+b", "%2F", "..", ".", "'\"<b>", "a\\b"])(
    "finds the code %s, sent as one encoded segment",
    async (tail) => {
      const code = tail.startsWith(".") ? tail : `${randomUUID()}${tail}`;
      const { orderId } = await place("pins-as-strings", 1, code);
      await advance(60_000);
      expect(await getRaw(`/v2/orders/${encodeURIComponent(code)}`)).toMatchObject({ orderId });
    },
  );

  it("takes digits that are both an id and a code for the id", async () => {
    const first = await place("pins-as-strings", 1);
    await place("pins-as-strings", 1, String(first.orderId));
    await advance(60_000);
    expect(await getOrder(first.orderId)).toMatchObject({ externalOrderCode: first.externalOrderCode });
  });

  it.each(["nobody", "1", "99999999999999999999", "a b/c"])("answers 404 for %s", async (reference) => {
    const answer = await client.get(`/orders/${encodeURIComponent(reference)}`);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual(errorBody(404, `Order ${reference} not found`));
  });
});

describe("§1 the sandbox", () => {
  it("never charges the wallet", async () => {
    const before = (await client.get("/wallet")).body;
    const order = await place("pins-as-strings", 1_000);
    await advance(10 * 60_000);
    expect(await getOrder(order.orderId)).toMatchObject({ status: "completed", wallet: before });
    expect((await client.get("/wallet")).body).toEqual(before);
  });

  it("answers §4.1 GET /wallet with balances in minor units, also of currencies with no or three decimals", async () => {
    const { body, status } = await client.get("/wallet");
    expect(status).toBe(200);
    const { balances } = z
      .object({ balances: z.array(z.object({ currencyCode: z.string(), available: z.int() })) })
      .parse(body);
    expect(balances.map(({ currencyCode }) => currencyCode)).toEqual(
      expect.arrayContaining(["EUR", "JPY", "KWD"]),
    );
  });
});

/** Sends the path unchanged, because the platform's URL parser resolves dots. */
function getRaw(path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(sandbox.url);
    const call = request({ hostname, port, path, headers: { "x-api-key": sandbox.key } }, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
      answer.on("end", () => resolve(JSON.parse(text)));
    });
    call.on("error", reject);
    call.end();
  });
}
