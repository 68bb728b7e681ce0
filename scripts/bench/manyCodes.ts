import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { HOUR } from "#lib/time/instant.ts";
import { exportCodes } from "#server/codes/export/exportCodes.ts";
import { revealCodes } from "#server/codes/revealCodes.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { codeFingerprints, orders } from "#server/db/schema/orders.ts";
import { checkOrder } from "#server/orders/verbs/checkOrder.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { scenario } from "#scripts/stack/testing/scenarioProduct.ts";
import type { Figure } from "./figure.ts";
import { median } from "./median.ts";
import { heapMb } from "./polling.ts";
import { startOrderStack, type OrderStack } from "./orderStack.ts";

const CODES = 100_000;
const RUNS = 3;
const MEBIBYTE = 1_048_576;

/** Measures an order of a hundred thousand codes: the first page, a page later, a search, an export, and what memory they need. */
export async function figuresOfManyCodes(): Promise<Figure[]> {
  const stack = await startOrderStack();
  try {
    const reference = await deliveredOrder(stack);
    const before = heapMb();
    const service: number[] = [];
    const first: number[] = [];
    const reveal = (request: MemberRequest, input: { skip: number; search?: string }) =>
      revealCodes(request, { reference, take: 100, ...input });
    for (let run = 0; run < RUNS; run += 1) {
      service.push(await timed(() => readFromService(stack, reference)));
      // Each run is another reveal, a while later.
      first.push(await timed(() => reveal(later(stack, run), { skip: 0 })));
    }
    const same = later(stack, RUNS);
    const peak = watchPeak();
    await reveal(same, { skip: 0 });
    const page = await timed(() => reveal(same, { skip: CODES - 100 }));
    const search = await timed(() => reveal(same, { skip: 0, search: "99999" }));
    let bytes = 0;
    const exporting = await timed(async () => {
      const answer = await exportCodes(same, {
        reference,
        format: "xlsx",
        skip: 0,
        take: CODES,
        separator: ",",
      });
      for await (const piece of answer.body ?? []) bytes += piece.length;
    });
    const most = peak();
    return [
      {
        name: `First page of ${CODES} codes, after the service's answer`,
        value: Math.max(0, median(first) - median(service)) / 1_000,
        unit: "s",
        goal: 1.5,
        note: `the service itself ${(median(service) / 1_000).toFixed(2)} s; median of ${RUNS}`,
      },
      { name: "… a later page", value: page, unit: "ms", goal: 100 },
      { name: "… a search by serial number", value: search, unit: "ms", goal: 500 },
      {
        name: `Export of ${CODES} codes as XLSX`,
        value: exporting / 1_000,
        unit: "s",
        goal: 15,
        note: `${(bytes / MEBIBYTE).toFixed(1)} MB`,
      },
      {
        name: "Memory that the codes of the reveal hold",
        value: heapMb() - before,
        unit: "MB",
        goal: 80,
        note: `at most ${(most - before).toFixed(0)} MB while reading, revealing and exporting`,
      },
    ];
  } finally {
    await stack.stop();
  }
}

async function deliveredOrder({ request, sandbox }: OrderStack): Promise<string> {
  const productId = await scenario(sandbox, "slow");
  const externalOrderCode = randomUUID();
  await placeOrder(request, {
    currency: "EUR",
    lines: [{ productId, quantity: CODES }],
    externalOrderCode,
    confirmationId: randomUUID(),
  });
  await sandbox.control("POST", "deliver", { externalOrderCode });
  const due = { ...request, clock: { now: () => request.clock.now() + HOUR } };
  await checkOrder(due, { reference: externalOrderCode });
  const [row] = await request.db
    .select({ id: orders.id, state: orders.state })
    .from(orders)
    .where(eq(orders.externalOrderCode, externalOrderCode));
  const known = await request.db.$count(codeFingerprints, eq(codeFingerprints.orderRow, row?.id ?? ""));
  if (row?.state !== "completed" || known !== CODES)
    throw new Error(`not delivered: ${row?.state}, ${known} codes`);
  return externalOrderCode;
}

async function readFromService({ sandbox }: OrderStack, reference: string): Promise<void> {
  const answer = await fetch(`${sandbox.url}/orders/${reference}`, { headers: { "x-api-key": sandbox.key } });
  await answer.arrayBuffer();
}

/** The same member hours later: budgets are reset and cached codes have expired. */
function later({ request }: OrderStack, hours: number): MemberRequest {
  const limits = { perMemberHour: 10 * CODES, perAccountHour: 10 * CODES, reauthenticationMs: HOUR };
  return {
    ...request,
    revealLimits: limits,
    clock: { now: () => request.clock.now() + (hours + 2) * HOUR },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Samples the heap; the returned function stops that and returns the maximum, in MB. */
function watchPeak(): () => number {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed);
  }, 20);
  return () => {
    clearInterval(timer);
    return Math.max(most, process.memoryUsage().heapUsed) / MEBIBYTE;
  };
}
