import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { TestStack } from "#scripts/stack/testing/startTestStack.ts";
import { MINUTE } from "#lib/time/instant.ts";
import type { Figure } from "./figure.ts";
import { placedOrderSchema, placeOverHttp } from "#scripts/stack/testing/placeOverHttp.ts";

const TABS = 200;
const MINUTES = 2;

const requestsSchema = z.array(z.object({ path: z.string() }));

/**
 * Measures how often the service is polled for one order that is open in many tabs, each of which asks the dashboard as often as
 * it may.
 */
export async function figureOfTabs(stack: TestStack, cookie: string): Promise<Figure> {
  const { externalOrderCode: reference, orderId } = await placeOverHttp(stack, cookie, "overdue");
  await stack.control("DELETE", "requests");
  const end = performance.now() + MINUTES * MINUTE;
  let asked = 0;
  const tabs = Array.from({ length: TABS }, async () => {
    while (performance.now() < end) {
      const answer = await fetch(new URL(`/api/orders/${reference}`, stack.url), { headers: { cookie } });
      const { pollAfterMs } = placedOrderSchema.parse(await answer.json());
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
