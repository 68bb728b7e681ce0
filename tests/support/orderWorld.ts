import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Role } from "#lib/contracts/team/role.ts";
import type { PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import type { Actor, MemberRequest, Program } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { serviceState } from "#server/db/schema/service.ts";
import { createRateLimiter } from "#server/serviceLimits/rateLimiter.ts";
import { claimDue } from "#server/orders/ledger/lease.ts";
import { finishInFlight } from "#server/orders/worker/inFlightWork.ts";
import { workOnOrder } from "#server/orders/worker/workOnOrder.ts";
import type { CallRecord } from "#server/serviceClient/client.ts";
import type { TransportLimits } from "#server/serviceClient/limits.ts";
import { createServiceClient } from "#server/serviceClient/createServiceClient.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";

/** An order as the service has it. */
export const storedOrderSchema = z.object({
  orderId: z.int(),
  externalOrderCode: z.string(),
  price: z.int(),
  createdAt: z.number(),
});
const receivedRequestSchema = z.object({
  method: z.string(),
  operation: z.string().nullable(),
  code: z.string().nullable(),
  body: z.string().nullable(),
  at: z.number(),
});

/** Dashboard instances with one real database and one real sandbox program, whose clocks the test moves together. */
export type OrderWorld = {
  database: TestDatabase;
  sandbox: Sandbox;
  program: Program;
  request: MemberRequest;
  logged: string[];
  /** The records that the clients wrote of their calls, with the time of the answer. */
  calls: (CallRecord & { answeredAt: number })[];
  now(): number;
  /** Moves the clocks of the dashboards and of the service. */
  advance(ms: number): Promise<void>;
  /** Makes another dashboard instance on the same database. */
  instance(limits?: Partial<TransportLimits>, way?: Way): Program;
  as(actor: Actor): MemberRequest;
  /** Adds a member, and returns a request of theirs. */
  join(role: Role, name: string): Promise<MemberRequest>;
  /** Has the service answer normally and at once, forgets what is known of it, and leaves no order due. */
  reset(): Promise<void>;
  /** Does all work that is due now, like the worker, and returns the number of orders. Fails once all of it has ended. */
  work(program?: Program): Promise<number>;
  /** Waits for everything that the instances still do in the background, such as an attempt that placing an order no longer waits for. */
  finish(): Promise<void>;
  ordersAtService(code: string): Promise<z.infer<typeof storedOrderSchema>[]>;
  received(code: string): Promise<z.infer<typeof receivedRequestSchema>[]>;
  close(): Promise<void>;
};

/** How an instance reaches the service, and a database other than the world's. */
type Way = { baseUrl?: string; keys?: string[]; db?: Program["db"] };

/** Short time-outs, for a service that never answers; other calls are to be answered, however slow the machine is. */
export const IMPATIENT: Partial<TransportLimits> = { headersMs: 2_000, bodyMs: 2_000, totalMs: 4_000 };

/** @param options with `stopped`, the clocks of the dashboards and of the service stand still, and only the test moves them */
export async function createOrderWorld(
  options: { products?: number; stopped?: boolean } = {},
): Promise<OrderWorld> {
  const [database, sandbox] = await Promise.all([
    createTestDatabase(),
    startSandbox({ products: options.products ?? 200 }),
  ]);
  const stoppedAt = options.stopped === true ? Date.now() : null;
  if (stoppedAt !== null) await sandbox.control("POST", "clock", { stopAt: stoppedAt });
  let ahead = 0;
  const now = () => (stoppedAt ?? Date.now()) + ahead;
  const advance = async (ms: number): Promise<void> => {
    ahead += ms;
    await sandbox.control("POST", "clock", { moveMs: ms });
  };
  const logged: string[] = [];
  const calls: OrderWorld["calls"] = [];
  // The database's clock goes on: how far ours is ahead of it changes while ours stands still.
  const clock = { now, ahead: () => now() - Date.now() };
  const write = (fields: Record<string, unknown>, message: string): void => {
    logged.push(`${message} ${String(fields.error)}`);
  };
  const log = { info: () => undefined, warn: write, error: write };
  const clients: { close(): Promise<void> }[] = [];
  const instanceIds: string[] = [];
  const instance = (limits: Partial<TransportLimits> = {}, way: Way = {}): Program => {
    const db = way.db ?? database.db;
    const client = createServiceClient({
      environment: "sandbox",
      baseUrl: way.baseUrl ?? sandbox.url,
      keys: way.keys ?? [sandbox.key],
      filterParams: {
        country: "country",
        language: "language",
        brand: "brand",
        category: "category",
        tag: "tag",
      },
      clock,
      rateLimiter: createRateLimiter(db, clock, log, "sandbox", advance),
      record: (call) => calls.push({ ...call, answeredAt: clock.now() }),
      limits,
    });
    clients.push(client);
    const instanceId = randomUUID();
    instanceIds.push(instanceId);
    return {
      db,
      clock,
      log,
      instanceId,
      fingerprintKey: new Uint8Array(32).fill(7),
      recentOrderMs: 0,
      recentBatchMs: 0,
      services: { sandbox: client },
    };
  };
  const program = instance();
  const actor = await addMember(database, {
    email: "buyer@partner.example",
    name: "Bea Buyer",
    role: "buyer",
  });
  const as = (who: Actor): MemberRequest => ({
    ...program,
    actor: who,
    environment: "sandbox",
    requestId: randomUUID(),
  });
  return {
    database,
    sandbox,
    program,
    logged,
    calls,
    as,
    join: async (role, name) =>
      as(await addMember(database, { email: `${randomUUID()}@partner.example`, name, role })),
    instance,
    request: as(actor),
    now: () => clock.now(),
    advance,
    reset: async () => {
      await sandbox.control("DELETE", "faults");
      await sandbox.control("POST", "settings", { latencyMs: 0 });
      await database.db.delete(serviceState);
      await database.db.update(orders).set({ nextActionAt: null });
    },
    work: async (worker = program) => {
      let count = 0;
      for (;;) {
        const claimed = await claimDue(worker, "sandbox", 50);
        if (claimed.length === 0) return count;
        const works = await Promise.allSettled(claimed.map((row) => workOnOrder(worker, row)));
        const failed = works.find((work) => work.status === "rejected");
        if (failed !== undefined) throw failed.reason;
        count += claimed.length;
      }
    },
    finish: async () => {
      await Promise.all(instanceIds.map((instanceId) => finishInFlight(instanceId)));
    },
    ordersAtService: async (code) => {
      const all = z.array(storedOrderSchema).parse(await sandbox.control("GET", "orders"));
      return all.filter(({ externalOrderCode }) => externalOrderCode === code);
    },
    received: async (code) => {
      const all = z.array(receivedRequestSchema).parse(await sandbox.control("GET", "requests"));
      return all.filter((each) => each.code === code);
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
      await Promise.all([sandbox.dispose(), database.drop()]);
    },
  };
}

async function addMember({ db }: TestDatabase, { email, name, role }: Omit<Actor, "id">): Promise<Actor> {
  const now = Date.now();
  const [member] = await db
    .insert(members)
    .values({ email, name, role, passwordHash: "none", createdAt: now, updatedAt: now })
    .returning();
  if (member === undefined) throw new Error("the member was not written");
  return { id: member.id, email, name, role };
}

/** Returns a confirmation of an order with one line. */
export function confirmation(productId: number, more: Partial<PlaceOrderRequest> = {}): PlaceOrderRequest {
  return { currency: "EUR", lines: [{ productId, quantity: 4 }], confirmationId: randomUUID(), ...more };
}
