import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Behaviour } from "#sandbox/catalog/behaviours.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";

export const placedOrderSchema = z.object({
  externalOrderCode: z.string(),
  orderId: z.string().nullable(),
  pollAfterMs: z.int().nullable(),
});
type PlacedOrder = z.infer<typeof placedOrderSchema>;

/** Places an order of a scenario product over the route that the order builder uses. */
export async function placeOverHttp(
  stack: TestStack,
  cookie: string,
  behaviour: Behaviour,
  quantity = 1,
): Promise<PlacedOrder> {
  const productId = await scenario({ url: stack.sandboxUrl, key: stack.sandboxKey }, behaviour);
  const answer = await fetch(new URL("/api/orders", stack.url), {
    method: "POST",
    headers: { cookie, origin: stack.url, "content-type": "application/json" },
    body: JSON.stringify({
      currency: "EUR",
      lines: [{ productId, quantity }],
      confirmationId: randomUUID(),
    }),
  });
  return placedOrderSchema.parse(await answer.json());
}
