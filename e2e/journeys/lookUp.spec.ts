import { expect, test } from "#e2e/fixtures/test.ts";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";

/** An order of the partner's backend, with its codes as the service shows them. */
async function placeElsewhere(stack: TestStack): Promise<{ reference: string; code: string }> {
  const reference = `Backend-${crypto.randomUUID()}`;
  const headers = { "x-api-key": stack.sandboxKey, "content-type": "application/json" };
  const line = { productId: 900_005, price: 1_000, quantity: 1, CountryCode: "DE" };
  const body = { externalOrderCode: reference, currency: "EUR", price: 1_000, orderProducts: [line] };
  await fetch(`${stack.sandboxUrl}/orders`, { method: "POST", headers, body: JSON.stringify(body) });
  let text = "";
  await expect
    .poll(
      async () => (text = await (await fetch(`${stack.sandboxUrl}/orders/${reference}`, { headers })).text()),
    )
    .toContain("completed");
  return { reference, code: /TEST-[A-Z0-9-]+/.exec(text)?.[0] ?? "" };
}

test("two hundred pasted references are answered as they become known, and a code finds its order", async ({
  asAdmin: page,
  stack,
}) => {
  const { reference, code } = await placeElsewhere(stack);
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await page.goto("/lookup", { waitUntil: "networkidle" });
  const box = page.getByRole("textbox", { name: "References" });
  const unknown = Array.from({ length: 205 }, (_, place) => `none-${crypto.randomUUID()}-${place}`);
  await box.fill([`${stack.url}/orders/${reference}`, ...unknown, unknown[0]].join(" ; "));
  await expect(
    page.getByText("1 repetition left out. 6 more stay in the box for the next look-up."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Look up 200 orders" }).click();
  const results = page.getByRole("table", { name: "Results of the look-up" });
  await expect(results.getByRole("row")).toHaveCount(201);
  await expect(results.getByText("Found, not placed here")).toBeVisible();
  await expect(results.getByText(`Order ${unknown[0]} not found`)).toBeVisible();
  // It goes no faster than the member's share of calls allows; known answers stay.
  await expect(page.getByText(/Continues in \d+ s/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(results.getByText("Found, not placed here")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Look up the remaining \d+$/ })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toBe("order-look-up.csv");

  // Text that cannot be a reference, such as a pasted mail without a line end, does not prevent the others from being looked up.
  await box.fill([reference.toLowerCase(), "x".repeat(501), "a\0b"].join("\n"));
  await page.getByRole("button", { name: "Look up 3 orders" }).click();
  await expect(results.getByText("Too long for a reference.")).toBeVisible();
  await expect(results.getByText("Contains characters that are not text.")).toBeVisible();
  await results.getByRole("button", { name: reference, exact: true }).click();
  await expect(page.getByText("1 of 3 orders found")).toBeVisible();

  const field = page.getByRole("textbox", { name: "Code", exact: true });
  await field.fill(code.toLowerCase());
  await field.press("Enter");
  const section = page.getByRole("region", { name: "Whose is this code?" });
  await expect(section.getByRole("link", { name: reference })).toBeVisible();
  await expect(section.getByText(/^Code 1 of \d+$/)).toBeVisible();
  await expect(section.getByText("Not handed out")).toBeVisible();
  await expect(section.getByText("Revealed and exported by nobody")).toBeVisible();
  await expect(section.getByText(/^Searched for [•-]+\w{4}$/)).toBeVisible();
  await expect(field).toHaveValue("");
  const kept = await page.evaluate(() =>
    JSON.stringify([
      document.body.innerHTML,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      history.state,
      location.href,
    ]),
  );
  for (const text of [kept, ...addresses]) expect(text.toLowerCase()).not.toContain(code.toLowerCase());
});

test("a look-up survives that one of its orders is opened, and what was found also a reload", async ({
  asSupport: page,
  stack,
}) => {
  const { reference, code } = await placeElsewhere(stack);
  await page.goto("/lookup", { waitUntil: "networkidle" });
  const box = page.getByRole("textbox", { name: "References" });
  // Its codes are known once the order has been read.
  await box.fill(reference);
  await page.getByRole("button", { name: "Look up 1 order" }).click();
  await expect(page.getByText("1 of 1 order found")).toBeVisible();
  await box.fill(`${reference}\nnone-1\n${code}`);
  await page.getByRole("button", { name: "Look up 3 orders" }).click();
  await expect(page.getByText("1 of 3 orders found")).toBeVisible();
  await expect(box).toHaveValue(`${reference}\nnone-1`);
  const results = page.getByRole("table", { name: "Results of the look-up" });
  await results.getByRole("link").first().click();
  await page.waitForURL(/\/orders\//);
  await page.goBack();
  await expect(page.getByText("1 of 2 orders found")).toBeVisible();
  await expect(results.getByText("Order none-1 not found")).toBeVisible();
  await expect(box).toHaveValue(`${reference}\nnone-1`);
  const kept = () => page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), location.href]));
  await expect.poll(kept).toContain("encrypted");
  for (const unkept of [code, "none-1", reference]) expect(await kept()).not.toContain(unkept);
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByText("1 of 1 order found")).toBeVisible();
  await expect(box).toHaveValue(reference);
});

test("on a phone, the results are in sight once they are asked for", async ({ asSupport: page }) => {
  await page.setViewportSize({ width: 375, height: 720 });
  await page.goto("/lookup", { waitUntil: "networkidle" });
  await page.getByRole("textbox", { name: "References" }).fill("none-1");
  await page.getByRole("button", { name: "Look up 1 order" }).click();
  await expect(page.getByRole("heading", { name: "Results" })).toBeInViewport();
  await expect(page.getByText("Order none-1 not found")).toBeInViewport();
});
