import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { Behaviour } from "#sandbox/catalog/behaviours.ts";
import { scenario } from "#scripts/stack/testing/scenarioProduct.ts";
import type { TestStack } from "#scripts/stack/testing/startTestStack.ts";

/** Places an order of scenario products in the given quantities. Returns its reference. */
export async function placeOrder(
  page: Page,
  stack: TestStack,
  products: readonly (readonly [Behaviour, number])[],
): Promise<string> {
  const sandbox = { url: stack.sandboxUrl, key: stack.sandboxKey, control: stack.control };
  const reference = randomUUID();
  const lines = [];
  for (const [behaviour, quantity] of products) {
    lines.push({ productId: await scenario(sandbox, behaviour), quantity });
  }
  const placed = await page.request.post("/api/orders", {
    headers: { origin: stack.url },
    data: { currency: "EUR", lines, externalOrderCode: reference, confirmationId: randomUUID() },
  });
  expect(placed.status(), await placed.text()).toBe(202);
  return reference;
}
