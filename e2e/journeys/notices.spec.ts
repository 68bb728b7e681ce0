import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { expect, test } from "#e2e/fixtures/test.ts";
import { placeOrder, untilState } from "#e2e/support/placeOrder.ts";

test("the bell informs a buyer of an incomplete order and leads there; the settings switch it off", async ({
  asBuyer: page,
  stack,
}) => {
  const told = async (): Promise<string> =>
    JSON.stringify(await (await page.request.get("/api/notices")).json());

  const reference = await placeOrder(page, stack, [["partial", 3]]);
  await untilState(page, reference, "partial");
  await expect.poll(told).toContain(reference);
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

  await page.getByRole("link", { name: "Change notice settings" }).click();
  await page.getByRole("checkbox", { name: "Order delivered in part: Dashboard" }).uncheck();
  await expect(page.getByRole("checkbox", { name: "Order completed: Mail" })).toBeDisabled();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Order delivered in part: Dashboard" })).not.toBeChecked();
  await page.getByRole("checkbox", { name: "Order delivered in part: Dashboard" }).check();
});

/** A program on this machine that receives webhooks, and what it was sent. */
async function startReceiver(answers: number[]) {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    request.resume().on("end", () => response.writeHead(answers.shift() ?? 204).end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const at = server.address();
  const host = `127.0.0.1:${typeof at === "object" && at !== null ? at.port : 0}`;
  return { host, received, close: () => server.close() };
}

test("an administrator adds a webhook, sends a test, and resends it from the delivery log", async ({
  asAdmin: page,
}) => {
  const receiver = await startReceiver([503]);
  await page.goto("/settings?tab=webhooks");
  await page.getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Address" }).fill("ftp://example.com/hook");
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await expect(dialog.getByText("Enter an address that begins with https://.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Address" }).fill(`http://${receiver.host}/hook`);
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await expect(
    page.getByRole("dialog", { name: "Secret of the webhook" }).getByText(/^whsec_/),
  ).toBeVisible();
  await page.getByRole("button", { name: "I've saved it" }).click();

  const webhook = page.getByRole("listitem", { name: receiver.host });
  await webhook.getByRole("button", { name: "Send a test" }).click();
  const log = webhook.getByRole("table", { name: "Delivery log" });
  await expect(log.getByText("Not delivered")).toBeVisible();
  await expect(log.getByText("It answered 503.")).toBeVisible();
  await log.getByRole("button", { name: "Resend Test" }).click();
  await expect(log.getByText("Delivered", { exact: true })).toBeVisible();
  await expect(log.getByText(/2 attempts/)).toBeVisible();
  expect(new Set(receiver.received.map((headers) => headers["webhook-id"])).size).toBe(1);
  await webhook.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  receiver.close();
});
