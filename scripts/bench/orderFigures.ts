import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { orders } from "#server/db/schema/orders.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { placeOrder } from "#server/orders/placeOrder.ts";
import { scenario } from "#tests/support/scenario.ts";
import type { Figure } from "./figure.ts";
import type { Sandbox } from "#tests/support/sandbox.ts";
import { startOrderDesk, type OrderDesk } from "./orderDesk.ts";

/** How long the service takes for each answer, in milliseconds. */
const SERVICE_MS = 50;
const PROCESSING = 10_000;

/** What the order core promises (placing, throughput, polling), measured on verbs and worker in this process. */
export async function figuresOfOrders(): Promise<Figure[]> {
  const desk = await startOrderDesk();
  try {
    const productId = await scenario(desk.sandbox, "slow");
    await desk.sandbox.control("POST", "settings", {
      latencyMs: SERVICE_MS,
      rate: { burst: 1_000_000, perSecond: 1_000_000 },
    });
    const ours = () => placeOne(desk, productId);
    await atRate(10, 3 * SECOND, ours);
    const bare = percentile(
      (await atRate(10, 10 * SECOND, () => placeWithoutUs(desk, productId))).tookMs,
      0.5,
    );
    const calm = await atRate(10, 15 * SECOND, ours);
    const busy = await atRate(200, 15 * SECOND, ours);
    await desk.sandbox.control("POST", "settings", { latencyMs: 5 });
    await desk.request.db.update(orders).set({ nextActionAt: null });
    const polling = await pollMany(desk, productId);
    return [
      {
        name: "Confirm to accepted at 10 orders/s, our own share, p95",
        value: percentile(calm.tookMs, 0.95) - bare,
        unit: "ms",
        goal: 15,
        note: `median ${(percentile(calm.tookMs, 0.5) - bare).toFixed(1)} ms; the same two calls without us ${bare.toFixed(1)} ms`,
      },
      {
        name: "Seconds for 200 orders, service answering in 50 ms",
        value: busy.seconds / (busy.tookMs.length / 200),
        unit: "s",
        goal: 1.02,
        note: `${busy.tookMs.length} orders, ${busy.failed} failed, own share p95 ${(percentile(busy.tookMs, 0.95) - bare).toFixed(0)} ms`,
      },
      {
        name: `${PROCESSING} processing orders polled: share of one core`,
        value: polling.cpuPercent,
        unit: "%",
        goal: 25,
        note: `${polling.perMinute.toFixed(2)} looks an order and minute, heap ${polling.heapMb.map((mb) => mb.toFixed(0)).join(" → ")} MB`,
      },
    ];
  } finally {
    await desk.stop();
  }
}

/** Orders at a steady rate, and how long each took. Null from `place`: not accepted. */
async function atRate(perSecond: number, forMs: number, place: () => Promise<number | null>) {
  const tookMs: number[] = [];
  let failed = 0;
  const under: Promise<void>[] = [];
  const begun = performance.now();
  const count = (perSecond * forMs) / SECOND;
  for (let sent = 0; sent < count; sent += 1) {
    const due = begun + (sent * SECOND) / perSecond;
    await pause(Math.max(0, due - performance.now()));
    under.push(
      place().then((ms) => {
        if (ms === null) failed += 1;
        else tookMs.push(ms);
        return undefined;
      }),
    );
  }
  await Promise.all(under);
  return { tookMs, failed, seconds: (performance.now() - begun) / SECOND };
}

async function placeOne({ request }: OrderDesk, productId: number): Promise<number | null> {
  const begun = performance.now();
  const { state } = await placeOrder(request, {
    currency: "EUR",
    lines: [{ productId, quantity: 1 }],
    confirmationId: randomUUID(),
  });
  return state === "processing" ? performance.now() - begun : null;
}

/** What the service and the way to it cost: the product read afresh and the order sent, as a program without a ledger would. */
async function placeWithoutUs({ sandbox }: OrderDesk, productId: number): Promise<number> {
  const begun = performance.now();
  const read = await fetch(`${sandbox.url}/catalog/products/${productId}`, {
    headers: { "x-api-key": sandbox.key },
  });
  await read.text();
  await sendOrder(sandbox, productId, `bare-${randomUUID()}`);
  return performance.now() - begun;
}

async function sendOrder(sandbox: Sandbox, productId: number, externalOrderCode: string): Promise<unknown> {
  const answer = await fetch(`${sandbox.url}/orders`, {
    method: "POST",
    headers: { "x-api-key": sandbox.key, "content-type": "application/json" },
    body: JSON.stringify({
      externalOrderCode,
      currency: "EUR",
      price: 1_000,
      orderProducts: [{ productId, price: 1_000, quantity: 1 }],
    }),
  });
  return answer.json();
}

const accepted = z.object({ orderId: z.int() });

/** Orders that take five minutes, known to both sides; the worker polls each of them once a minute. */
async function pollMany(desk: OrderDesk, productId: number) {
  const { request, sandbox } = desk;
  const codes = Array.from({ length: PROCESSING }, () => `bench-${randomUUID()}`);
  const next = codes.values();
  const rows: (typeof orders.$inferInsert)[] = [];
  const placeThere = async (): Promise<void> => {
    for (const code of next) {
      const { orderId } = accepted.parse(await sendOrder(sandbox, productId, code));
      rows.push(rowOf(code, String(orderId), request.clock.now(), rows.length));
    }
  };
  await Promise.all(Array.from({ length: 16 }, placeThere));
  for (let from = 0; from < rows.length; from += 1_000)
    await request.db.insert(orders).values(rows.slice(from, from + 1_000));
  const worker = startWorker(request);
  await pause(10 * SECOND);
  const heap = [heapMb()];
  const from = { cpu: process.cpuUsage(), at: performance.now(), looks: await looks(desk) };
  await pause(MINUTE);
  const used = process.cpuUsage(from.cpu);
  const elapsed = performance.now() - from.at;
  const looked = (await looks(desk)) - from.looks;
  heap.push(heapMb());
  await worker.stop();
  return {
    cpuPercent: ((used.user + used.system) / 1_000 / elapsed) * 100,
    perMinute: (looked / PROCESSING) * (MINUTE / elapsed),
    heapMb: heap,
  };
}

function rowOf(code: string, orderId: string, now: number, index: number): typeof orders.$inferInsert {
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
    lastLookAt: now - MINUTE,
    nextActionAt: now + 5 * SECOND + (index * MINUTE) / PROCESSING,
    createdAt: now,
    updatedAt: now,
  };
}

async function looks({ request }: OrderDesk): Promise<number> {
  const rows = await request.db.select({ looks: orders.looks }).from(orders);
  return rows.reduce((sum, row) => sum + row.looks, 0);
}

function heapMb(): number {
  return process.memoryUsage().heapUsed / 1_048_576;
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
