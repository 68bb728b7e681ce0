import { randomUUID } from "node:crypto";
import { scenario } from "#scripts/stack/testing/scenarioProduct.ts";
import { expect, test } from "#e2e/fixtures/test.ts";

test("the bell tells a buyer of an incomplete order and leads there; the settings switch it off", async ({
  asBuyer: page,
  stack,
}) => {
  const sandbox = { url: stack.sandboxUrl, key: stack.sandboxKey, control: stack.control };
  const productId = await scenario(sandbox, "partial");
  const place = async () => {
    const reference = `notice-${randomUUID()}`;
    const lines = [{ productId, quantity: 3 }];
    const data = { currency: "EUR", lines, externalOrderCode: reference, confirmationId: randomUUID() };
    const answer = await page.request.post("/api/orders", { headers: { origin: stack.url }, data });
    expect(answer.status(), await answer.text()).toBe(202);
    const stateOf = async () => {
      const order: { state?: string } = await (await page.request.get(`/api/orders/${reference}`)).json();
      return order.state;
    };
    await expect.poll(stateOf, { timeout: 30_000 }).toBe("partial");
    return reference;
  };
  const told = async (): Promise<string> =>
    JSON.stringify(await (await page.request.get("/api/notices")).json());

  const reference = await place();
  await expect.poll(told, { timeout: 20_000 }).toContain(reference);
  await page.goto("/");
  await page.getByRole("link", { name: /unread notices?$/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Notices" })).toBeVisible();
  const row = page
    .getByRole("list", { name: "Notices" })
    .getByRole("listitem")
    .filter({ hasText: /in part/ });
  await expect(row.first().getByText("Unread")).toBeAttached();
  await row.first().getByRole("link").click();
  await expect(page).toHaveURL(/\/orders(\/|\?)/);
  await page.goto("/notices");
  await expect(row.first().getByText("Unread")).toHaveCount(0);
  const readAll = page.getByRole("button", { name: "Mark all as read" });
  if (await readAll.isVisible()) await readAll.click();
  await expect(page.getByRole("link", { name: "Notices", exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Choose what you are told of" }).click();
  await page.getByRole("checkbox", { name: "Order delivered in part: Dashboard" }).uncheck();
  await expect(page.getByRole("checkbox", { name: "Order completed: Mail" })).toBeDisabled();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Order delivered in part: Dashboard" })).not.toBeChecked();
  await page.getByRole("checkbox", { name: "Order delivered in part: Dashboard" }).check();
});
