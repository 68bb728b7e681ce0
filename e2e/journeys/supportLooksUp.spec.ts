import { z } from "zod";
import { addToOrder, emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { completed } from "#e2e/support/completed.ts";
import { searchFor } from "#e2e/support/searchFor.ts";
import { holdRequests } from "#e2e/support/holdRequests.ts";

const deliveredSchema = z.object({
  products: z.array(z.object({ pin: z.union([z.string(), z.array(z.string())]) })),
});
const placedSchema = z.object({ externalOrderCode: z.string(), orderId: z.string() });

test("support finds an order of the partner's backend by its code and by its id, sees its state, and no codes", async ({
  asSupport: page,
  stack,
}) => {
  const code = `backend/${crypto.randomUUID()} №7`;
  const answer = await fetch(`${stack.sandboxUrl}/orders`, {
    method: "POST",
    headers: { "x-api-key": stack.sandboxKey, "content-type": "application/json" },
    body: JSON.stringify({
      externalOrderCode: code,
      currency: "EUR",
      price: 2_000,
      orderProducts: [{ productId: 900_005, price: 1_000, quantity: 2, CountryCode: "DE" }],
    }),
  });
  expect(answer.status).toBe(202);
  await expect
    .poll(async () => {
      const order = await fetch(`${stack.sandboxUrl}/orders/${encodeURIComponent(code)}`, {
        headers: { "x-api-key": stack.sandboxKey },
      });
      const { status }: { status?: string } = await order.json();
      return status;
    })
    .toBe("completed");
  await page.goto("/");
  await searchFor(page, `  ${code} `);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(code);
  await expect(completed(page)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Reveal/ })).toHaveCount(0);

  const view = await page.request.get(`/api/orders/${encodeURIComponent(code)}`);
  const order = placedSchema.parse(await view.json());
  const codes = await page.request.post(`/api/orders/${encodeURIComponent(code)}/codes`, {
    headers: { origin: stack.url },
    data: {},
  });
  expect(codes.status()).toBe(403);
  await searchFor(page, order.orderId);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(code);
});

test("a code typed into the search leads to its order, and is in no address", async ({
  asBuyer: page,
  asViewer,
  stack,
}) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers codes as plain strings");
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  await reviewAndSend(page);
  const reference = await referenceOf(page);
  await expect(completed(page)).toBeVisible();
  const answer = await fetch(`${stack.sandboxUrl}/orders/${encodeURIComponent(reference)}`, {
    headers: { "x-api-key": stack.sandboxKey },
  });
  const { products } = deliveredSchema.parse(await answer.json());
  const code = [products[0]?.pin ?? ""].flat()[0] ?? "";
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await searchFor(page, code);
  await expect(page).toHaveURL(/\/lookup$/);
  const found = page.getByRole("region", { name: "Whose is this code?" });
  await expect(found.getByRole("link", { name: reference })).toBeVisible();
  expect(asked.filter((url) => decodeURIComponent(url).includes(code))).toEqual([]);
  // Nobody else learns that it is one.
  await asViewer.goto("/", { waitUntil: "networkidle" });
  const palette = await searchFor(asViewer, code);
  await expect(palette.getByRole("status")).toContainText("No order found");
  await expect(palette.getByRole("combobox")).toHaveValue(code);

  await page.goto("/orders", { waitUntil: "networkidle" });
  const list = page.getByRole("searchbox", { name: "Search orders" });
  await list.fill(code);
  await expect(page.getByText("No orders found")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Look up" })).toBeVisible();
  await expect(list).toHaveValue(code);
  await page.getByRole("button", { name: `Remove filter: “${code}”` }).click();
  await expect(page.getByText("No orders found")).toBeHidden();
  await expect(list).toHaveValue("");
  await list.fill(code);
  await page.getByRole("button", { name: "View all orders" }).click();
  await expect(page.getByText("No orders found")).toBeHidden();
  await expect(list).toHaveValue("");
  expect(asked.filter((url) => decodeURIComponent(url).includes(code))).toEqual([]);
});

test("a reference of no order is answered in the service's words, and stays to be corrected", async ({
  asSupport: page,
}) => {
  await page.goto("/", { waitUntil: "networkidle" });
  const palette = await searchFor(page, "nobody-knows-that");
  await expect(palette.getByText("Order nobody-knows-that not found").first()).toBeVisible();
  await expect(palette.getByRole("combobox")).toHaveValue("nobody-knows-that");
});

test("a reference that nobody knows is reported in the service's words", async ({ asSupport: page }) => {
  await page.goto("/orders/nobody-knows-this");
  await expect(page.getByText("Order nobody-knows-this not found").first()).toBeVisible();
});

test("a page that is not for one's role says so within the frame, and answers 403; what is no page answers 404", async ({
  asSupport: page,
}) => {
  const refused = await page.goto("/team");
  expect(refused?.status()).toBe(403);
  await expect(
    page.getByRole("heading", { level: 1, name: "You don't have access to this page" }),
  ).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  const missing = await page.goto("/no-such-page");
  expect(missing?.status()).toBe(404);
});

test("while a page is loading its link says so, and the previous page stays", async ({ asSupport: page }) => {
  // Before the page is interactive, the browser itself follows a link.
  await page.goto("/orders", { waitUntil: "networkidle" });
  const letThrough = await holdRequests(page, /\/catalog\?_rsc=/);
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Catalog/ });
  await link.click();
  await expect(link).toHaveAccessibleName("Catalog loading");
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  letThrough();
  await expect(page.getByRole("heading", { level: 1, name: "Catalog" })).toBeVisible();
  await expect(link).toHaveAccessibleName("Catalog");
});
