import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { DAY, MINUTE } from "#lib/time/instant.ts";
import { exportCodes } from "#server/codes/export/exportCodes.ts";
import { disputeHandOut } from "#server/claims/disputeHandOut.ts";
import { takeCodes } from "#server/codes/handOut/takeCodes.ts";
import { revealCodes } from "#server/codes/revealCodes.ts";
import { foldStock, recountStock } from "#server/codes/stock/keepStock.ts";
import { readStock } from "#server/codes/stock/readStock.ts";
import { isAppError } from "#server/context/errors.ts";
import { orders } from "#server/db/schema/orders.ts";
import { createDeliveries } from "./deliveries.ts";
import { scannedStock } from "./scannedStock.ts";

const deliveries = await createDeliveries();
const { world } = deliveries;
afterAll(() => world.close());

const START = world.now();
/** So many histories; each takes a second or two. */
const HISTORIES = 25;

type Step =
  | { kind: "deliver" | "list"; order: number; codes: number[] }
  | { kind: "reveal" | "export"; order: number; skip: number }
  | { kind: "take"; product: number; count: number; exposed: number }
  | { kind: "dispute" | "dismiss"; order: number }
  | { kind: "fold" | "recount" | "days" };

const small = fc.nat(3);
const codes = fc.array(fc.nat(6), { minLength: 1, maxLength: 4 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("deliver" as const), order: small, codes }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("list" as const), order: small, codes }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constantFrom("reveal" as const, "export" as const),
        order: small,
        skip: small,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("take" as const),
        product: fc.nat(1),
        count: fc.integer({ min: 1, max: 3 }),
        exposed: fc.constantFrom(0, 0, 3),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom("dispute" as const, "dismiss" as const), order: small }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom("fold" as const, "fold" as const, "recount" as const, "days" as const),
      }),
    },
  ),
  { minLength: 6, maxLength: 16 },
);

/** Each history begins with codes of both products, or many would only be about what there is not. */
const FIRST: Step = { kind: "deliver", order: 0, codes: [1, 2, 3, 4] };

let histories = 0;
/** How many codes were shown and handed out in all of them. */
const total = { seen: 0, given: 0 };

/** One history, over products and codes that no other has. Its codes may come in several orders, and for both products. */
class History {
  readonly #number = (histories += 1);
  readonly #orders: string[] = [];
  /** The codes that somebody was shown otherwise than by a hand-out, and those that were handed out. */
  readonly #seen = new Set<string>();
  readonly #given = new Set<string>();
  readonly #handOuts: string[] = [];
  readonly #answers = new Map<string, object>();

  async run(step: Step): Promise<void> {
    try {
      await this.#act(step);
    } catch (error) {
      // What is refused has changed nothing.
      if (!isAppError(error)) throw error;
    }
    const { items } = await readStock(world.request);
    const counted = items.map((item) => ({ ...item, productName: null }));
    expect(counted.toSorted((a, b) => a.productId - b.productId)).toEqual(await scannedStock(world.request));
  }

  #product(which: number): number {
    return 10_000 + 2 * this.#number + (which % 2);
  }

  #entry(code: number) {
    // Every third one has a last day, some of them soon.
    const last = code % 3 === 0 ? { expiresAt: dayIn(code * 10 + 1) } : {};
    return { productId: this.#product(code), pin: { code: `H${this.#number}-${code}`, ...last } };
  }

  async #act(step: Step): Promise<void> {
    switch (step.kind) {
      case "deliver":
        return this.#deliver(step.codes);
      case "list":
        return this.#list(this.#order(step.order), step.codes);
      case "reveal":
      case "export":
        return this.#show(step.kind, this.#order(step.order), step.skip);
      case "take":
        return this.#take(step);
      case "dispute":
        await this.#dispute(step.order);
        return;
      case "dismiss":
        await world.program.db
          .update(orders)
          .set({ dismissedAt: world.now() })
          .where(eq(orders.externalOrderCode, this.#order(step.order)));
        return;
      case "fold":
        await foldStock(world.program);
        return;
      case "recount":
        await recountStock(world.program);
        return;
      case "days":
        await world.advance(9 * DAY);
    }
  }

  #order(which: number): string {
    return this.#orders[which % Math.max(1, this.#orders.length)] ?? "none";
  }

  async #deliver(of: readonly number[]): Promise<void> {
    const lines = [...Map.groupBy(of, (code) => this.#product(code))];
    const reference = await deliveries.place(
      ...lines.map(([productId, { length }]) => ({ productId, quantity: length })),
    );
    this.#orders.push(reference);
    await this.#list(reference, of);
  }

  /** From now on the service lists these codes for the order. */
  async #list(reference: string, of: readonly number[]): Promise<void> {
    if (reference === "none") return;
    const body = { status: "completed", products: of.map((code) => this.#entry(code)) };
    const { orderId } = await deliveries.poll(reference, body);
    for (const name of [reference, ...(orderId === null ? [] : [orderId])]) this.#answers.set(name, body);
  }

  /** The service answers for each order what it listed last. */
  async #answerAll(): Promise<void> {
    await world.sandbox.control("DELETE", "faults");
    const headers = { "content-type": "application/json" };
    for (const [code, body] of this.#answers) {
      const action = { kind: "answer", status: 200, body: JSON.stringify(body), headers };
      await world.sandbox.control("POST", "faults", { operation: "order", code, times: 1_000, action });
    }
  }

  async #show(how: "reveal" | "export", reference: string, skip: number): Promise<void> {
    await world.advance(3 * MINUTE);
    await this.#answerAll();
    if (how === "reveal") {
      const { items } = await revealCodes(world.request, { reference, skip, take: 2 });
      for (const { fields } of items) this.#noteSeen(fields.code ?? "");
      return;
    }
    const answer = await exportCodes(world.request, {
      reference,
      format: "csv",
      separator: ",",
      skip,
      take: 2,
    });
    for (const [code] of (await answer.text()).matchAll(/H\d+-\d/g)) this.#noteSeen(code);
  }

  #noteSeen(code: string): void {
    this.#seen.add(code);
    total.seen += 1;
  }

  async #take({ product, count, exposed }: Extract<Step, { kind: "take" }>): Promise<void> {
    const productId = this.#product(product);
    const asked = { productId, count, exposed, customerReference: "C-1", takeId: randomUUID() };
    await this.#answerAll();
    const { items } = await takeCodes(world.request, asked);
    for (const { id, fields } of items) {
      const code = fields?.code ?? "";
      this.#handOuts.push(id);
      expect(this.#given, "a code is handed out once").not.toContain(`${productId} ${code}`);
      if (exposed === 0)
        expect(this.#seen, "a code offered as untouched was seen by nobody").not.toContain(code);
      this.#given.add(`${productId} ${code}`);
      total.given += 1;
    }
  }

  async #dispute(which: number): Promise<void> {
    const handOutId = this.#handOuts[which];
    if (handOutId !== undefined)
      await disputeHandOut(world.request, { handOutId, disputed: which % 2 === 0 });
  }
}

function dayIn(days: number): string {
  return new Date(START + days * DAY).toISOString().slice(0, 10);
}

describe("the stock", () => {
  it("says at every moment what a count of all codes says, and offers as untouched only what nobody has seen", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const history = new History();
        for (const step of [FIRST, ...given]) await history.run(step);
      }),
      { numRuns: HISTORIES, endOnFailure: true },
    );
    // They are about something.
    expect(total.seen).toBeGreaterThan(5);
    expect(total.given).toBeGreaterThan(5);
  });
});
