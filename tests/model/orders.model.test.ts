import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import { isFinal, offers, STATES } from "#lib/orders/lifecycle/states.ts";
import { isWithheld } from "#lib/orders/lifecycle/withheld.ts";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import { isAppError } from "#server/context/errors.ts";
import { orderLimits } from "#server/db/schema/limits.ts";
import { serviceState } from "#server/db/schema/service.ts";
import { revealCodes } from "#server/codes/revealCodes.ts";
import { lapseOrder } from "#server/orders/approval/lapseOrder.ts";
import { approveOrder } from "#server/orders/verbs/approveOrder.ts";
import { checkOrder } from "#server/orders/verbs/checkOrder.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import { readProduct } from "#server/catalog/readProduct.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import type { ServiceClient } from "#server/serviceClient/client.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { dueRule, dueSchedule, withoutAutomations, type Automation } from "./automation.ts";
import { anyHistory, type History, type Step } from "./history.ts";
import { checkInvariants, type Seen } from "./oracle.ts";
import { TIME_LIMITS } from "#scripts/testStack/timeLimits.ts";

/** `npm run test:long` raises it. A failure prints the seed and the path that replay it. */
const HISTORIES = Number(process.env.MODEL_HISTORIES ?? 500);
/** Short timeouts, so that a thousand calls that hang fit into a test. */
const IMPATIENT = { connectMs: 200, headersMs: 120, bodyMs: 120, totalMs: 300 };
const FIRST_PRODUCT = 100_001;

let world: OrderWorld;
let first: Program;
let second: Program;
let approver: MemberRequest;
let admin: MemberRequest;
type Bought = { id: number; price: number; currency: string };
let product: Bought;
/** Orders of it cannot be found at once. */
let unseen: Bought;

beforeAll(async () => {
  // However slow the machine is, no time passes by itself: an answer comes at the time at which it was asked for.
  world = await createOrderWorld({ stopped: true });
  first = world.instance(IMPATIENT);
  second = world.instance(IMPATIENT);
  approver = await world.join("approver", "Arif Approver");
  admin = await world.join("admin", "Ada Admin");
  product = await firstFixed();
  // A restock rule looks after what the catalog has.
  await readProduct(world.request, product.id);
  unseen = await bought(await scenario(world.sandbox, "late-visible"));
});

/** The first product with one price, which an automation need not name. */
async function firstFixed(): Promise<Bought> {
  for (let id = FIRST_PRODUCT + 1; ; id += 1) {
    const answer = await world.program.services.sandbox?.readProduct(id);
    if (answer?.ok !== true) throw new Error("no product with one price");
    if (answer.value.product.denomination === "fixed") return bought(id);
  }
}

async function bought(productId: number): Promise<Bought> {
  const answer = await world.program.services.sandbox?.readProduct(productId);
  if (answer?.ok !== true) throw new Error("no product to buy");
  const { id, price, currencyCode, denominationMinValue } = answer.value.product;
  return { id, price: price ?? denominationMinValue ?? 0, currency: currencyCode ?? "" };
}
afterAll(() => world.close());

/** An instance whose process dies around its next call. What it has not written by then is never written. */
function dying(program: Program, point: string, onUnwrittenPoll: () => void): Program {
  const client = program.services.sandbox;
  if (client === undefined) throw new Error("no client");
  const die = (): never => {
    throw new Error(DEATH);
  };
  const placeThenDie: typeof client.placeOrder = async (body, options) => {
    const sent = point === "before the request" ? null : client.placeOrder(body, options);
    if (sent !== null && point === "while it is sent") abandoned.add(sent);
    else await sent;
    return die();
  };
  const pollThenDie: typeof client.readOrder = async (reference, options) => {
    await client.readOrder(reference, options);
    onUnwrittenPoll();
    return die();
  };
  const broken = point === "after a poll" ? { readOrder: pollThenDie } : { placeOrder: placeThenDie };
  return { ...program, services: { sandbox: { ...client, ...broken } } };
}
const DEATH = "the process died here";
/** Calls of processes that died. The service may still act on them. */
const abandoned = new Set<Promise<unknown>>();

/** Waits for all that goes on in the background: what is read after that, one query after the other, belongs together. */
async function untilIdle(): Promise<void> {
  await world.finish();
  await Promise.all(abandoned);
  abandoned.clear();
}

class Run {
  readonly confirmation: PlaceOrderRequest;
  #seen: Seen | null = null;
  #dies: string | null = null;
  #unwrittenPolls = 0;
  readonly #skewMs: number;
  readonly #foreign: { orderId: number; isOther: boolean } | null;
  /** What places the order instead of a member. */
  readonly #automation: Automation | null;

  constructor(
    skewMs: number,
    code: string | null,
    {
      foreign,
      automation,
    }: { foreign: { orderId: number; isOther: boolean } | null; automation: Automation | null },
  ) {
    this.#skewMs = skewMs;
    this.#foreign = foreign;
    this.#automation = automation;
    this.confirmation = {
      currency: product.currency,
      lines: [{ productId: product.id, price: product.price, quantity: 3 }],
      confirmationId: automation?.confirmationId ?? randomUUID(),
      ...(code === null ? {} : { externalOrderCode: code }),
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
        await this.confirm(1, step.by);
        return;
      case "check":
        await this.#tolerate(
          checkOrder(this.#request(this.#nextFirst()), {
            reference: this.#seen?.row.externalOrderCode ?? "",
          }),
        );
        return;
      case "withdraw":
        await Promise.all([this.#withdraw(), step.isRace ? this.#work("second") : null]);
        return;
      case "approve":
        await Promise.all([this.decide("approve"), this.#meanwhile(step.meanwhile)]);
        return;
      case "decline":
        await this.decide("decline");
        return;
      case "lapse":
        await this.#lapse();
        return;
      case "work":
        await this.#work(step.by);
        return;
      case "edit":
        await Promise.all([
          this.#tolerate(this.#automation?.edit() ?? Promise.resolve()),
          step.isRace ? this.confirm(1, "second") : null,
        ]);
        return;
      case "advance":
        await world.advance(step.ms);
    }
  }

  /** The same confirmation, from several tabs at once; of an automation, as many instances at once do what it has to do. */
  async confirm(tabs: number, by = "first"): Promise<void> {
    const automation = this.#automation;
    if (automation !== null) {
      const program = by === "first" ? this.#nextFirst() : second;
      const instances = Array.from({ length: tabs }, (_, place) => (place === 0 ? program : second));
      await Promise.all(instances.map((instance) => this.#tolerate(automation.work(instance))));
      return;
    }
    const request = this.#request(by === "first" ? this.#nextFirst() : second);
    await Promise.all(
      Array.from({ length: tabs }, () => this.#tolerate(placeOrder(request, this.confirmation))),
    );
  }

  /** Null: nothing was confirmed, because the typed reference was refused or could not be looked up. */
  async check(): Promise<Seen | null> {
    await untilIdle();
    const { confirmationId, externalOrderCode } = this.confirmation;
    const confirmed = {
      confirmationId,
      mayBeNothing: externalOrderCode !== undefined || this.#automation !== null,
      foreignOrderId: this.#foreign?.orderId ?? null,
      isForeignOther: this.#foreign?.isOther ?? false,
      skewMs: this.#skewMs,
      unwrittenPolls: this.#unwrittenPolls,
    };
    this.#seen = await checkInvariants(world, confirmed, this.#seen);
    await this.#automation?.check();
    return this.#seen;
  }

  /** Another member decides, if there is anything to decide on. */
  async decide(verb: "approve" | "decline", by = approver): Promise<void> {
    const reference = this.#seen?.row.externalOrderCode ?? "";
    const request = { ...by, ...second };
    await this.#tolerate(
      verb === "approve" ? approveOrder(request, { reference }) : endOrder(request, { reference, verb }),
    );
  }

  /** A person finds that what the service shows is not this order. */
  async disown(): Promise<void> {
    await this.#tolerate(
      endOrder(this.#request(first), {
        reference: this.#seen?.row.externalOrderCode ?? "",
        verb: "close",
        reason: "It is another system's",
      }),
    );
  }

  async #meanwhile(what: "nothing" | "approve" | "decline" | "withdraw" | "lapse"): Promise<void> {
    if (what === "withdraw") await this.#withdraw();
    else if (what === "lapse") await this.#lapse();
    else if (what !== "nothing") await this.decide(what, admin);
  }

  async #withdraw(): Promise<void> {
    const reference = this.#seen?.row.externalOrderCode ?? "";
    await this.#tolerate(endOrder(this.#request(first), { reference, verb: "withdraw" }));
  }

  /** Nobody has decided in time; of an order that does not wait it means nothing. */
  async #lapse(): Promise<void> {
    if (this.#seen !== null) await lapseOrder(second, this.#seen.row.id, 24);
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
    return dying(first, point, () => (this.#unwrittenPolls += 1));
  }

  #request(program: Program): MemberRequest {
    return { ...world.request, ...program };
  }

  /** An error for a member is not a failure of the program. */
  async #tolerate(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => {
      if (!isAppError(error)) ignoreDeath(error);
    });
  }
}

function ignoreDeath(error: unknown): void {
  if (!(error instanceof Error && error.message === DEATH)) throw error;
}

let clockSkew = 0;

/** Removes everything of the previous history (records, waiting times after 429s, another skew), and tells both instances the new skew. */
async function begin({ skewMs, typed, limit, placer }: History): Promise<Run> {
  await world.program.db.delete(orderLimits);
  await withoutAutomations(world);
  if (limit !== "none") await needApproval();
  await world.advance(2 * MINUTE);
  await world.sandbox.control("POST", "clock", { moveMs: skewMs - clockSkew });
  clockSkew = skewMs;
  for (const { services } of [first, second]) await untilWell(services.sandbox);
  await untilSkewIsStored(skewMs);
  // A skew that was read before is known for a second.
  await world.advance(SECOND);
  // Automations type no reference.
  const code = typed === "none" || placer !== "member" ? null : `PO-${randomUUID()}`;
  const isOther = code !== null && typed === "taken unseen";
  const isTaken = code !== null && (typed === "taken" || isOther);
  const orderId = isTaken && code !== null ? await orderElsewhere(code, isOther ? unseen : product) : null;
  await world.sandbox.control("DELETE", "requests");
  world.calls.length = 0;
  const foreign = orderId === null ? null : { orderId, isOther };
  return new Run(skewMs, code, { foreign, automation: await automationOf(placer) });
}

async function automationOf(placer: History["placer"]): Promise<Automation | null> {
  if (placer === "member") return null;
  return placer === "schedule" ? dueSchedule(world, product) : dueRule(world, product);
}

/** From now on every order of the buyer is above a limit. */
async function needApproval(): Promise<void> {
  const { id: memberId } = world.request.actor;
  await world.program.db.insert(orderLimits).values({
    environment: "sandbox",
    currency: product.currency,
    memberId,
    perOrder: 0,
    updatedAt: world.now(),
    updatedBy: admin.actor.id,
  });
}

/** Somebody orders this with our reference, without Codedesk. Returns the service's id of that order. */
async function orderElsewhere(externalOrderCode: string, { id, price, currency }: Bought): Promise<number> {
  const orderProducts = [{ productId: id, price, quantity: 3 }];
  const body = { externalOrderCode, currency, price: 3 * price, orderProducts };
  const key = world.sandbox.key;
  const answer = await fetch(`${world.sandbox.url}/orders`, {
    method: "POST",
    headers: { "content-type": "application/json", "X-API-KEY": key },
    body: JSON.stringify(body),
  });
  const [held] = await world.ordersAtService(externalOrderCode);
  if (held === undefined) throw new Error(`not ordered: ${answer.status} ${await answer.text()}`);
  return held.orderId;
}

/** Waits until calls succeed. A machine that is busy for a second is not a fault of the service; one that stays busy is. */
async function untilWell(client: ServiceClient | undefined): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const answer = await client?.readWallet();
    if (answer?.ok === true) return;
    if (tries === 10) throw new Error(`the service is not well: ${JSON.stringify(answer)}`);
  }
}

/**
 * What an answer says about the clocks is stored after the call has returned. Until then, orders would be expected by the skew of
 * the previous history.
 */
async function untilSkewIsStored(skewMs: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const [row] = await world.program.db.select({ skewMs: serviceState.skewMs }).from(serviceState);
        return Math.abs((row?.skewMs ?? 0) - skewMs);
      },
      { interval: 2 },
    )
    .toBeLessThanOrEqual(SECOND);
}

/** Ends all faults and lets time pass. */
async function heal(run: Run, { limit }: History): Promise<Seen | null> {
  await world.sandbox.control("DELETE", "faults");
  for (let round = 0; ; round += 1) {
    const seen = await run.check();
    if (seen === null) return null;
    const { state, nextActionAt } = seen.row;
    if (isFinal(state) && nextActionAt === null) return seen;
    if (round === 60) throw new Error(`stuck in ${state} with the service well`);
    // Found to be another order: only a person can end that.
    if (isWithheld(seen.row)) {
      await run.disown();
      continue;
    }
    // In doubt, and refused since: only a person can end it. Left open, it would be polled during a later history.
    if (offers(state, "close") && seen.isAnswered && seen.heldCount === 0) {
      const administrator = world.as({ ...world.request.actor, role: "admin" });
      await endOrder(administrator, {
        verb: "close",
        reference: seen.row.externalOrderCode ?? "",
        reason: "The service refused it",
      });
      return run.check();
    }
    if (offers(state, "approve")) await run.decide(limit === "decline" ? "decline" : "approve");
    await world.advance(seen.isAnswered ? 5 * MINUTE : MINUTE);
    await world.work(second);
  }
}

describe("random histories of orders", () => {
  it(
    `no history of ${HISTORIES} loses an order or buys one twice`,
    async () => {
      const ends = new Map<string, number>();
      /** How many orders each kind of automation has placed. */
      const placed = new Map<string, number>();
      let unplaced = 0;
      await fc.assert(
        fc.asyncProperty(anyHistory, async (history) => {
          const run = await begin(history);
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
          const healed = await heal(run, history);
          if (history.placer !== "member" && healed === null) {
            // Its time passed before the service could be reached, or its owner was refused: nothing was bought.
            unplaced += 1;
            return;
          }
          if (history.placer !== "member") placed.set(history.placer, (placed.get(history.placer) ?? 0) + 1);
          if (healed === null) {
            ends.set("not confirmed", (ends.get("not confirmed") ?? 0) + 1);
            return;
          }
          const { row, heldCount, reveals } = healed;
          // 6. The service has the order exactly if the ledger has found it.
          const hasCodes = STATES[row.state].codes === "all";
          expect(heldCount).toBe(hasCodes ? 1 : 0);
          if (hasCodes) {
            // The last poll may have been answered with 429, whose Retry-After also applies to a reveal.
            await world.advance(MINUTE);
            // A reveal reads the codes directly: it is not a poll.
            await world.sandbox.control("DELETE", "requests");
            await revealCodes(
              { ...world.request, ...second },
              { reference: row.orderId ?? "", skip: 0, take: 10 },
            );
            // 10. Each reveal has exactly one record.
            expect((await run.check())?.reveals).toBe(reveals + 1);
          }
          ends.set(row.state, (ends.get(row.state) ?? 0) + 1);
        }),
        { numRuns: HISTORIES, endOnFailure: HISTORIES > 500 },
      );
      // Histories that all end the same way would prove little.
      console.log(`${HISTORIES} histories: ${JSON.stringify(Object.fromEntries([...ends, ...placed]))}`);
      expect(ends.get("completed") ?? 0).toBeGreaterThan((HISTORIES - unplaced) / 2);
      if (HISTORIES >= 500) {
        expect(ends.get("rejected") ?? 0).toBeGreaterThan(0);
        expect(ends.get("withdrawn") ?? 0).toBeGreaterThan(0);
        expect(ends.get("declined") ?? 0).toBeGreaterThan(0);
        expect(placed.get("schedule") ?? 0).toBeGreaterThan(HISTORIES / 50);
        expect(placed.get("restock") ?? 0).toBeGreaterThan(HISTORIES / 50);
      }
    },
    // `npm run test:long` plays more histories than a test may usually take; a quiet machine takes 200 ms for each.
    Math.max(TIME_LIMITS.test, HISTORIES * 2_400),
  );
});
