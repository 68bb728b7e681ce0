import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sum } from "drizzle-orm";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { orders } from "#server/db/schema/orders.ts";
import { startOrderWorkers } from "#server/jobs/orderWorkers.ts";
import type { OrderStack } from "./orderStack.ts";
import { sendOrder } from "./placing.ts";

/** Measures the polling of `count` orders that take five minutes and are known to both sides: once a minute each. */
export async function pollMany(stack: OrderStack, productId: number, count: number) {
  const { request } = stack;
  await placeThere(stack, productId, count);
  const worker = startOrderWorkers(request);
  await pause(10 * SECOND);
  const before = {
    heapMb: heapMb(),
    cpu: process.cpuUsage(),
    at: performance.now(),
    polls: await polls(stack),
  };
  await pause(MINUTE);
  const used = process.cpuUsage(before.cpu);
  const elapsed = performance.now() - before.at;
  const polled = (await polls(stack)) - before.polls;
  const after = heapMb();
  await worker.stop();
  return {
    cpuPercent: ((used.user + used.system) / 1_000 / elapsed) * 100,
    perMinute: (polled / count) * (MINUTE / elapsed),
    heapMb: before.heapMb,
    grownMb: after - before.heapMb,
  };
}

async function placeThere({ request, sandbox }: OrderStack, productId: number, count: number): Promise<void> {
  const rows: (typeof orders.$inferInsert)[] = [];
  const sender = async (): Promise<void> => {
    while (rows.length < count) {
      const code = `bench-${randomUUID()}`;
      const orderId = await sendOrder(sandbox, { id: productId, currencyCode: "EUR", price: 1_000 }, code);
      rows.push(rowOf(code, orderId, request.clock.now(), (rows.length * MINUTE) / count));
    }
  };
  await Promise.all(Array.from({ length: 16 }, sender));
  for (let from = 0; from < rows.length; from += 1_000)
    await request.db.insert(orders).values(rows.slice(from, from + 1_000));
}

function rowOf(code: string, orderId: string, now: number, delayMs: number): typeof orders.$inferInsert {
  return {
    environment: "sandbox",
    externalOrderCode: code,
    orderId,
    origin: "placed",
    state: "processing",
    currency: "EUR",
    price: 1_000,
    lines: [{ productId: 1, productName: "Bench", price: 1_000, quantity: 1, countryCode: null }],
    body: Buffer.alloc(200, 120),
    placedAt: now,
    lastPollAt: now - MINUTE,
    nextActionAt: now + 5 * SECOND + delayMs,
    createdAt: now,
    updatedAt: now,
  };
}

async function polls({ request }: OrderStack): Promise<number> {
  const [row] = await request.db.select({ polls: sum(orders.polls) }).from(orders);
  return Number(row?.polls ?? 0);
}

/** Returns the size of the heap after garbage collection. */
export function heapMb(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed / 1_048_576;
}
