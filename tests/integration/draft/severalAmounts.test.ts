import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { confirmationOf } from "#components/orders/builder/sending/placeRequest.ts";
import { reviewOf, type Review } from "#components/orders/builder/sending/review.ts";
import { productSchema, type Product } from "#lib/contracts/catalog/product.ts";
import type { PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import { toMajorText } from "#lib/money/minorUnits.ts";
import { DraftChecker } from "#lib/orders/drafts/draftChecker.ts";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import { readProduct } from "#server/catalog/readProduct.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { saveDraft } from "#server/orders/drafts/saveDraft.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import { createOrderWorld, storedOrderSchema, type OrderWorld } from "#tests/support/orderWorld.ts";

const listingSchema = z.object({
  items: z.array(z.object({ id: z.int(), denominationType: z.string().nullish() })),
});

let world: OrderWorld;
let open: Product;
beforeAll(async () => {
  world = await createOrderWorld();
  const answer = await fetch(`${world.sandbox.url}/catalog/products?take=100`, {
    headers: { "x-api-key": world.sandbox.key },
  });
  const found = listingSchema
    .parse(await answer.json())
    .items.find((item) => item.denominationType === "open");
  if (found === undefined) throw new Error("the sandbox has no open product");
  open = productSchema.parse(await readProduct(world.request, found.id));
});
beforeEach(() => world.database.db.delete(drafts));
afterAll(() => world.close());

/** A draft with one piece of the smallest amount and three of the next, and its review. */
async function reviewed(code: string): Promise<Review> {
  const { id, version } = await readDraft(world.request);
  const min = open.denominationMinValue ?? 0;
  const line = (minor: number, quantity: string) => ({
    id: randomUUID(),
    productId: open.id,
    amount: toMajorText(minor, open.currencyCode ?? ""),
    quantity,
    countryCode: "",
  });
  const lines = [line(min, "1"), line(min + (open.denominationStep ?? 1), "3")];
  const { draft } = await saveDraft(world.request, {
    id,
    version,
    draft: { ...EMPTY_DRAFT, externalOrderCode: code, lines },
  });
  const verdict = new DraftChecker().check(draft.lines, new Map([[open.id, open]]));
  const review = reviewOf(draft, id, verdict, verdict.orders);
  if (review === null) throw new Error("no review");
  return review;
}

/** What the page sends for these orders of a review. */
async function confirmed(orders: Review["apart"]): Promise<PlaceOrderRequest[]> {
  const { id, version, draft } = await readDraft(world.request);
  const checks = await Promise.all(orders.map(({ request }) => preflightOrder(world.request, request)));
  return orders.flatMap(({ request, lines, confirmationId }, at) => {
    const check = checks[at];
    if (check === undefined) return [];
    const texts = { ...draft, externalOrderCode: request.externalOrderCode ?? "" };
    return { ...confirmationOf(check, texts, lines, confirmationId), draft: { id, version } };
  });
}

const atTheService = async () =>
  z.array(storedOrderSchema).parse(await world.sandbox.control("GET", "orders")).length;

describe("a draft with one product in two amounts", () => {
  it("makes two orders, each with one amount, a reference and an intent of its own, and is empty afterwards", async () => {
    const code = `PO-${randomUUID()}`;
    const review = await reviewed(code);
    expect([review.hasSeveralAmounts, review.apart.length, review.together.length]).toEqual([true, 2, 1]);
    const before = await atTheService();
    const placed = [];
    for (const request of await confirmed(review.apart))
      placed.push(await placeOrder(world.request, request));
    const currency = open.currencyCode ?? "";
    expect(placed.map(({ externalOrderCode }) => externalOrderCode)).toEqual([
      `${code}-${currency}-1`,
      `${code}-${currency}-2`,
    ]);
    expect(await atTheService()).toBe(before + 2);
    expect((await readDraft(world.request)).draft).toEqual(EMPTY_DRAFT);
  });

  it("buys nothing twice and loses nothing when everything stops after the first, and both are sent again", async () => {
    const [first, second] = await confirmed((await reviewed("")).apart);
    if (first === undefined || second === undefined) throw new Error("not two orders");
    const before = await atTheService();
    const placed = await placeOrder(world.request, first);
    expect((await readDraft(world.request)).draft.lines.map(({ id }) => id)).toEqual([
      second.lines[0]?.lineId,
    ]);
    const again = [await placeOrder(world.request, first), await placeOrder(world.request, second)];
    expect(again[0]?.externalOrderCode).toBe(placed.externalOrderCode);
    await placeOrder(world.request, second);
    expect(await atTheService()).toBe(before + 2);
    expect((await readDraft(world.request)).draft.lines).toEqual([]);
  });

  it("makes one order if the member wants that, under the typed reference", async () => {
    const code = `PO-${randomUUID()}`;
    const [only, ...others] = await confirmed((await reviewed(code)).together);
    if (only === undefined) throw new Error("no order");
    expect(others).toEqual([]);
    expect(await placeOrder(world.request, only)).toMatchObject({ externalOrderCode: code, lineCount: 2 });
    expect((await readDraft(world.request)).draft).toEqual(EMPTY_DRAFT);
  });
});
