import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import type { Behaviour } from "#sandbox/catalog/behaviours.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";

/** Places an order of scenario products in the given quantities, through the dashboard's interface. Returns its reference. */
export async function placeOrder(
  page: Page,
  stack: TestStack,
  products: readonly (readonly [Behaviour, number])[],
  texts: Pick<PlaceOrderRequest, "externalOrderCode" | "note" | "purchaseOrder" | "tags"> = {},
): Promise<string> {
  const reference = texts.externalOrderCode ?? randomUUID();
  const lines = [];
  for (const [behaviour, quantity] of products) {
    const productId = await scenario({ url: stack.sandboxUrl, key: stack.sandboxKey }, behaviour);
    lines.push({ productId, quantity });
  }
  const placed = await page.request.post(`${stack.url}/api/orders`, {
    headers: { origin: stack.url },
    data: { currency: "EUR", lines, confirmationId: randomUUID(), ...texts, externalOrderCode: reference },
  });
  expect(placed.status(), await placed.text()).toBe(202);
  return reference;
}

/** Waits until an order is in a state. */
export async function untilState(page: Page, reference: string, state: string): Promise<void> {
  const stateOf = async () => {
    const order: { state?: string } = await (await page.request.get(`/api/orders/${reference}`)).json();
    return order.state;
  };
  await expect.poll(stateOf).toBe(state);
}
