import { randomUUID } from "node:crypto";
import { scenario } from "#scripts/stack/testing/scenarioProduct.ts";
import { expect, test } from "#e2e/fixtures/test.ts";

test("codes are told apart by product, copied with it, shown as QR code, and hidden when nobody looks or after two minutes", async ({
  browser,
  stack,
  sessions,
}) => {
  const context = await browser.newContext({
    baseURL: stack.url,
    storageState: sessions.buyer,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  const sandbox = { url: stack.sandboxUrl, key: stack.sandboxKey, control: stack.control };
  const [many, plain] = [
    await scenario(sandbox, "pins-as-objects"),
    await scenario(sandbox, "pins-as-strings"),
  ];
  const reference = randomUUID();
  const lines = [
    { productId: many, quantity: 1 },
    { productId: plain, quantity: 2 },
  ];
  const placed = await page.request.post("/api/orders", {
    headers: { origin: stack.url },
    data: { currency: "EUR", lines, externalOrderCode: reference, confirmationId: randomUUID() },
  });
  expect(placed.status(), await placed.text()).toBe(202);
  await page.clock.install();
  await page.goto(`/orders/${reference}`, { waitUntil: "networkidle" });
  const reveal = page.getByRole("button", { name: "Reveal 3 codes" });
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(reveal).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await reveal.click();
  const codes = page.getByRole("table", { name: "Codes" });
  await expect(codes.getByText("Scenario: delivers codes as objects of many fields")).toBeVisible();
  await expect(codes.getByText("Test data. Worth nothing anywhere.").first()).toBeVisible();
  const secret =
    (await codes
      .getByText(/^TEST-/)
      .first()
      .textContent()) ?? "";
  expect(secret).toMatch(/^TEST-/);

  await page.getByRole("button", { name: "Copy 3 codes" }).click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toContain(secret);
  const [head, ...rows] = (await clipboard()).split("\n");
  expect(head).toMatch(/^Product\tAmount\t.*Code.*Serial number/);
  expect(rows.map((row) => row.split("\t").slice(0, 2))).toEqual([
    ["Scenario: delivers codes as objects of many fields", "€10.00"],
    ["Scenario: delivers codes as plain strings", "€10.00"],
    ["Scenario: delivers codes as plain strings", "€10.00"],
  ]);
  await page.clock.runFor(61_000);
  await expect.poll(clipboard).toBe("");

  await page.getByRole("button", { name: "More for code 1" }).click();
  await page.getByRole("menuitem", { name: "Show as QR code" }).click();
  await expect(page.getByRole("dialog").getByRole("img", { name: "Code as QR code" })).toBeVisible();
  // Two minutes after the reveal it is all gone, the dialog too.
  await page.clock.runFor(61_000);
  await expect(reveal).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  const stored = await page.evaluate(() =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      history.state,
      location.href,
    ]),
  );
  expect(stored).not.toContain(secret);

  await reveal.click();
  await expect(codes).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(codes).toHaveCount(0);
  await context.close();
});
