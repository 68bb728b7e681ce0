import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlaceOrderRequest } from "#lib/contracts/placeOrder.ts";
import { MINUTE } from "#lib/time/instant.ts";
import type { DeskRequest, Program } from "#server/context.ts";
import { isDeskError } from "#server/errors.ts";
import { checkOrder } from "#server/orders/checkOrder.ts";
import { placeOrder } from "#server/orders/placeOrder.ts";
import { createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { anyHistory, type Step } from "./history.ts";
import { checkInvariants, type Seen } from "./oracle.ts";

/** `npm run test:long` raises it. A failure prints the seed and the path that replay it. */
const HISTORIES = Number(process.env.MODEL_HISTORIES ?? 500);
/** A service that hangs is given up soon, so that a thousand of them fit into a test. */
const IMPATIENT = { connectMs: 200, headersMs: 120, bodyMs: 120, totalMs: 300 };
const FIRST_PRODUCT = 100_001;

let world: OrderWorld;
let first: Program;
let second: Program;
let product: { id: number; price: number; currency: string };

beforeAll(async () => {
  world = await createOrderWorld();
  first = world.instance(IMPATIENT);
  second = world.instance(IMPATIENT);
  const answer = await first.services.sandbox?.readProduct(FIRST_PRODUCT + 1);
  if (answer?.ok !== true) throw new Error("no product to buy");
  const { id, price, currencyCode, denominationMinValue } = answer.value.product;
  product = { id, price: price ?? denominationMinValue ?? 0, currency: currencyCode ?? "" };
});
afterAll(() => world.close());

/** The first instance, with a process that dies around its next POST. */
function dying(program: Program, point: string): Program {
  const client = program.services.sandbox;
  if (client === undefined) throw new Error("no client");
  const placeOrderThenDie: typeof client.placeOrder = async (body, options) => {
    if (point === "after the answer") await client.placeOrder(body, options);
    throw new Error("the process died here");
  };
  return { ...program, services: { sandbox: { ...client, placeOrder: placeOrderThenDie } } };
}

class Run {
  readonly confirmation: PlaceOrderRequest;
  #seen: Seen | null = null;
  #dies: string | null = null;

  constructor() {
    this.confirmation = {
      currency: product.currency,
      lines: [{ productId: product.id, price: product.price, quantity: 3 }],
      confirmationId: randomUUID(),
    };
  }

  async take(step: Step): Promise<void> {
    switch (step.step) {
      case "fault": {
        const { step: _step, ...rule } = step;
        await world.sandbox.control("POST", "faults", rule);
        return;
      }
      case "crash":
        this.#dies = step.point;
        return;
      case "again":
        await this.confirm(1);
        return;
      case "check":
        await this.#tolerate(checkOrder(this.#request(second), this.#seen?.row.externalOrderCode ?? ""));
        return;
      case "work":
        await this.#work(step.by);
        return;
      case "advance":
        await world.advance(step.ms);
    }
  }

  /** The same confirmation, from several tabs at once. */
  async confirm(tabs: number): Promise<void> {
    const request = this.#request(this.#nextFirst());
    await Promise.all(
      Array.from({ length: tabs }, () => this.#tolerate(placeOrder(request, this.confirmation))),
    );
  }

  async check(): Promise<Seen> {
    this.#seen = await checkInvariants(world, this.confirmation.confirmationId, this.#seen);
    return this.#seen;
  }

  async #work(by: string): Promise<void> {
    const workers =
      by === "both" ? [this.#nextFirst(), second] : [by === "first" ? this.#nextFirst() : second];
    await Promise.all(workers.map((worker) => world.work(worker).catch(ignoreDeath)));
  }

  #nextFirst(): Program {
    if (this.#dies === null) return first;
    const point = this.#dies;
    this.#dies = null;
    return dying(first, point);
  }

  #request(program: Program): DeskRequest {
    return { ...world.request, ...program };
  }

  /** What a person is told is no failure of the program. */
  async #tolerate(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => {
      if (!isDeskError(error)) throw error;
    });
  }
}

function ignoreDeath(error: unknown): void {
  if (!(error instanceof Error && error.message === "the process died here")) throw error;
}

/** The service is well again, and time passes. */
async function heal(run: Run): Promise<Seen> {
  await world.sandbox.control("DELETE", "faults");
  for (let round = 0; ; round += 1) {
    const seen = await run.check();
    const { state } = seen.row;
    if (state === "completed" || state === "rejected" || state === "not_placed") return seen;
    if (round === 60) throw new Error(`stuck in ${state} with the service well`);
    await world.advance(MINUTE);
    await world.work(second);
  }
}

test(
  `no history of ${HISTORIES} loses an order or buys one twice`,
  async () => {
    const ends = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(anyHistory, async (history) => {
        const run = new Run();
        try {
          for (const step of history.before) await run.take(step);
          await run.confirm(history.simultaneous);
          await run.check();
          for (const step of history.after) {
            await run.take(step);
            await run.check();
          }
        } finally {
          await world.sandbox.control("DELETE", "faults");
        }
        const { row, heldCount } = await heal(run);
        // 6. The service holds the order ⇔ the ledger has found it.
        expect(heldCount).toBe(row.state === "completed" ? 1 : 0);
        ends.set(row.state, (ends.get(row.state) ?? 0) + 1);
      }),
      { numRuns: HISTORIES, endOnFailure: HISTORIES > 500 },
    );
    // Histories that all end the same way would prove little.
    console.log(`${HISTORIES} histories: ${JSON.stringify(Object.fromEntries(ends))}`);
    expect(ends.get("completed") ?? 0).toBeGreaterThan(HISTORIES / 2);
    if (HISTORIES >= 500) expect(ends.get("rejected") ?? 0).toBeGreaterThan(0);
  },
  Math.max(240_000, HISTORIES * 500),
);
