import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { GET as readOrder } from "#app/api/orders/[reference]/route.ts";
import { POST as preflight } from "#app/api/orders/preflight/route.ts";
import { POST as placeOrder } from "#app/api/orders/route.ts";
import { MAX_LINES, MAX_PRODUCTS } from "#lib/contracts/orders/orderLimits.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { createTestProgram, DASHBOARD_HOST, type TestProgram } from "#tests/support/testProgram.ts";

let sandbox: Sandbox;
let stack: TestProgram;
let cookie: string;
beforeAll(async () => {
  sandbox = await startSandbox({ products: 600 });
  stack = await createTestProgram({ SERVICE_SANDBOX_URL: sandbox.url, SERVICE_SANDBOX_KEY: sandbox.key });
  cookie = await stack.signIn(await stack.addMember("buyer"));
});
afterAll(async () => {
  await stack.close();
  await sandbox.dispose();
});

const linesOf = (count: number, products: number) =>
  Array.from({ length: count }, (_, index) => ({ productId: 1_000_000 + (index % products), quantity: 1 }));

/** How many calls the service has received since the record was last cleared. */
async function received(): Promise<number> {
  return z.array(z.unknown()).parse(await sandbox.control("GET", "requests")).length;
}

describe("one request", () => {
  it.each([
    ["too many different products", linesOf(MAX_PRODUCTS + 1, MAX_PRODUCTS + 1), "different products"],
    ["too many lines", linesOf(MAX_LINES + 1, 3), "lines at once"],
  ])("with %s is refused with what to do, and the service is not called", async (_, lines, words) => {
    await sandbox.control("DELETE", "requests");
    for (const [handler, more] of [
      [preflight, {}],
      [placeOrder, { confirmationId: randomUUID() }],
    ] as const) {
      const body = { currency: "EUR", lines, ...more };
      const answer = await stack.call(handler, { method: "POST", cookie, body });
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.json.fields)).toContain(words);
      expect(JSON.stringify(answer.json.fields)).toContain("split the order");
    }
    expect(await received()).toBe(0);
  });

  it("calls the service no more once its client has gone", async () => {
    await sandbox.control("DELETE", "requests");
    // The service answers the first calls, and is silent about the others until their client has gone.
    const silent = { operation: "product", skip: 6, times: 1_000, action: { kind: "hang" } };
    await sandbox.control("POST", "faults", silent);
    const gone = new AbortController();
    const http = new Request(`http://${DASHBOARD_HOST}/api/orders/preflight`, {
      method: "POST",
      headers: { cookie, host: DASHBOARD_HOST, "content-type": "application/json" },
      body: JSON.stringify({ currency: "EUR", lines: linesOf(300, 300) }),
      signal: gone.signal,
    });
    const logged = stack.logged.length;
    const answered = preflight(http, { params: Promise.resolve({}) });
    await expect.poll(received).toBeGreaterThan(5);
    gone.abort();
    await answered;
    await sandbox.control("DELETE", "faults");
    const after = await received();
    expect(after).toBeLessThan(50);
    // Ten more calls in sequence take longer than any call that was in progress.
    for (let count = 0; count < 10; count += 1) {
      await stack.call(readOrder, { cookie, params: { reference: `later-${randomUUID()}` } });
    }
    expect(await received()).toBeLessThanOrEqual(after + 6 + 10);
    expect(stack.logged).toHaveLength(logged);
  });
});

/** Calls until one is refused, which must not have reached the service: on a slow machine, a share is refilled meanwhile. */
async function untilRefused<T extends { status: number }>(call: () => Promise<T>): Promise<T> {
  for (let count = 0; count < 200; count += 1) {
    await sandbox.control("DELETE", "requests");
    const answer = await call();
    if (answer.status !== 429) continue;
    expect(await received()).toBe(0);
    return answer;
  }
  throw new Error("no call was refused");
}

describe("one member's look-ups", () => {
  it("are limited before they reach the service, and do not limit anybody else's", async () => {
    const support = await stack.signIn(await stack.addMember("support"));
    const lookUp = (by: string) =>
      stack.call(readOrder, { cookie: by, params: { reference: `no-such-${randomUUID()}` } });
    const atOnce = await Promise.all(Array.from({ length: 80 }, () => lookUp(support)));
    expect(atOnce.filter(({ status }) => status === 404).length).toBeGreaterThanOrEqual(60);
    const refused = await untilRefused(() => lookUp(support));
    expect(refused.json.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect((await lookUp(cookie)).status).toBe(404);
    stack.advance(MINUTE);
    expect((await lookUp(support)).status).toBe(404);
  });
});
