import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { TestStack } from "#scripts/stack/testing/startTestStack.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { scenario } from "#scripts/stack/testing/scenarioProduct.ts";
import type { Figure } from "./figure.ts";

const TABS = 200;
const MINUTES = 2;

const viewSchema = z.object({
  externalOrderCode: z.string(),
  orderId: z.string().nullable(),
  pollAfterMs: z.int().nullable(),
});
const requestsSchema = z.array(z.object({ path: z.string() }));

/** Places an order, as people do, that is still processing minutes after the estimated time. */
export async function placeOverdueOrder(
  stack: TestStack,
  cookie: string,
): Promise<z.infer<typeof viewSchema>> {
  const productId = await scenario({ url: stack.sandboxUrl, key: stack.sandboxKey }, "overdue");
  const answer = await fetch(new URL("/api/orders", stack.url), {
    method: "POST",
    headers: { cookie, origin: stack.url, "content-type": "application/json" },
    body: JSON.stringify({
      currency: "EUR",
      lines: [{ productId, quantity: 1 }],
      confirmationId: randomUUID(),
    }),
  });
  return viewSchema.parse(await answer.json());
}

/** Measures how often the service is polled for one order that is open in many tabs, each of which asks us as often as it may. */
export async function figureOfTabs(stack: TestStack, cookie: string): Promise<Figure> {
  const { externalOrderCode: reference, orderId } = await placeOverdueOrder(stack, cookie);
  await stack.control("DELETE", "requests");
  const end = performance.now() + MINUTES * MINUTE;
  let asked = 0;
  const tabs = Array.from({ length: TABS }, async () => {
    while (performance.now() < end) {
      const answer = await fetch(new URL(`/api/orders/${reference}`, stack.url), { headers: { cookie } });
      const { pollAfterMs } = viewSchema.parse(await answer.json());
      asked += 1;
      await pause(Math.min(pollAfterMs ?? MINUTE, Math.max(0, end - performance.now())));
    }
  });
  await Promise.all(tabs);
  const polls = requestsSchema
    .parse(await stack.control("GET", "requests"))
    .filter(({ path }) => path.endsWith(`/orders/${reference}`) || path.endsWith(`/orders/${orderId}`));
  return {
    name: `Look-ups per processing order and minute with ${TABS} tabs on it`,
    value: polls.length / MINUTES,
    unit: "",
    goal: 1,
    note: `${asked} answers to the tabs in that time`,
  };
}
