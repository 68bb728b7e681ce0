import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { placeOrder, untilState } from "#e2e/support/placeOrder.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { searchFor } from "#e2e/support/searchFor.ts";

test("codes handed out together are copied together, say when they are hidden, and keep the focus", async ({
  asBuyer: page,
  stack,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await untilState(page, await placeOrder(page, stack, [["pins-as-strings", 3]]), "completed");
  const row = page.getByRole("row", { name: /delivers codes as plain strings/ });
  await page.goto("/codes", { waitUntil: "networkidle" });
  await expect(row).toContainText(/[3-9]|\d{2}/);
  await row.getByRole("button", { name: /^Hand out/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Customer reference").fill(`C-${Date.now()}`);
  await dialog.getByRole("textbox", { name: "Codes" }).fill("2");
  await dialog.getByRole("button", { name: "Hand out 2 codes" }).click();
  const codes = dialog.getByRole("group", { name: "2 codes" });
  await expect(codes).toBeFocused();
  await expect(codes.getByText(/^Hides in \d+ s$/)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(codes.getByRole("button", { name: "Copy 2 codes" })).toBeFocused();
  await page.keyboard.press("Enter");
  const shown = await codes.getByText(/^TEST-/).allTextContents();
  expect(shown).toHaveLength(2);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(async () => (await clipboard()).split("\n")).toHaveLength(3);
  const [head, ...rows] = (await clipboard()).split("\n");
  expect(head?.split("\t")[0]).toBe("Product");
  expect(rows.map((each) => each.split("\t")[1])).toEqual(shown);
});

test("codes that were revealed are handed out only after a second press that says so", async ({
  asBuyer: page,
  stack,
}) => {
  // Of a product that no other journey orders, so that all of its codes were revealed.
  const reference = await placeOrder(page, stack, [["estimate-absent", 2]]);
  await untilState(page, reference, "completed");
  await page.goto(`/orders/${reference}`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Reveal 2 codes" }).click();
  await expect(page.getByRole("button", { name: "Hide codes" })).toBeVisible();
  await page.goto("/codes");
  const row = page.getByRole("row", { name: /is accepted without an estimate/ });
  await row.getByRole("button", { name: /^Hand out/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Customer reference").fill(`C-${Date.now()}`);
  await dialog.getByRole("button", { name: "Hand out 1 code", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText(/revealed before/);
  await expect(dialog.getByRole("group", { name: "1 code" })).toBeHidden();
  await dialog.getByRole("button", { name: "Hand out 1 code anyway" }).click();
  await expect(dialog.getByRole("group", { name: "1 code" })).toBeVisible();
});

test("a code that was handed to the wrong customer is taken back, and counts as revealed", async ({
  asBuyer: page,
  stack,
}) => {
  await untilState(page, await placeOrder(page, stack, [["pins-as-objects", 1]]), "completed");
  await page.goto("/codes", { waitUntil: "networkidle" });
  const row = page.getByRole("row", { name: /delivers codes as objects of many fields/ });
  await row.getByRole("button", { name: /^Hand out/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Customer reference").fill(`C-${Date.now()}`);
  await dialog.getByRole("button", { name: "Hand out 1 code", exact: true }).click();
  await dialog.getByRole("button", { name: "Undo hand-out" }).click();
  await expect(dialog).toContainText("Undone: nothing was handed out.");
  await dialog.getByRole("button", { name: "Done" }).click();
  await row.getByRole("button", { name: /^Hand out/ }).click();
  await expect(dialog).toContainText(/codes? (?:was|were) revealed or exported before/);
});

test("support finds by a customer's reference what they were handed, from the search of every page, and no code", async ({
  asBuyer: page,
  asSupport,
  stack,
}) => {
  const reference = await placeOrder(page, stack, [["pins-as-strings", 1]]);
  await untilState(page, reference, "completed");
  await page.goto("/codes", { waitUntil: "networkidle" });
  const row = page.getByRole("row", { name: /delivers codes as plain strings/ });
  await row.getByRole("button", { name: /^Hand out/ }).click();
  const customer = `Shop ${Date.now()}`;
  await page.getByRole("dialog").getByLabel("Customer reference").fill(customer);
  await page.getByRole("dialog").getByRole("button", { name: "Hand out 1 code", exact: true }).click();
  const code = await page
    .getByRole("dialog")
    .getByText(/^TEST-/)
    .first()
    .textContent();
  await asSupport.goto("/orders", { waitUntil: "networkidle" });
  await searchFor(asSupport, customer.toLowerCase());
  await expect(asSupport).toHaveURL(/\/lookup$/);
  const found = asSupport.getByRole("list", { name: "Hand-outs" }).getByRole("listitem");
  await expect(found).toHaveCount(1);
  await expect(found).toContainText("Scenario: delivers codes as plain strings");
  expect(await asSupport.content()).not.toContain(code);
});

test("a message in the team's words is copied with a code that was handed out, and recorded as that", async ({
  asBuyer: page,
  asAdmin,
  stack,
}) => {
  await asAdmin.goto("/settings?tab=codes", { waitUntil: "networkidle" });
  const text = asAdmin.getByRole("textbox", { name: "Text" });
  await text.fill("Hello {customer}, {code}");
  await expect(asAdmin.getByText("{customer} has no meaning here.")).toBeVisible();
  await text.fill("Dear customer,\nyour {product}: {code}\nSerial {serial}");
  await expect(asAdmin.getByRole("region", { name: "Preview with example values" })).toContainText(
    "your Streamly Gift Card 25 EUR: Code: SAMPLE-7Q2K-93FD",
  );
  expect(await accessibilityProblems(asAdmin)).toEqual([]);
  await asAdmin.getByRole("button", { name: "Save message" }).click();
  await expect(asAdmin.getByText("Message saved.")).toBeVisible();

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const reference = await placeOrder(page, stack, [["pins-as-strings", 1]]);
  await untilState(page, reference, "completed");
  await page.goto("/codes", { waitUntil: "networkidle" });
  const row = page.getByRole("row", { name: /delivers codes as plain strings/ });
  await row.getByRole("button", { name: /^Hand out/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Customer reference").fill(`C-${Date.now()}`);
  await dialog.getByRole("button", { name: "Hand out 1 code", exact: true }).click();
  const code = await dialog
    .getByText(/^TEST-/)
    .first()
    .textContent();
  await dialog.getByRole("button", { name: "Copy message" }).click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect
    .poll(clipboard)
    .toBe(`Dear customer,\nyour Scenario: delivers codes as plain strings: ${code}`);

  await page.goto("/stock", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "History of Scenario: delivers codes as plain strings" }).click();
  await expect(page.getByRole("heading", { name: /^History of/ })).toBeVisible();
  await expect(page.getByRole("table", { name: "History" })).toContainText("1 code handed out");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("table", { name: "History" }).getByRole("link").first().click();
  await expect(page.getByText("Copied a message with a code that was shown").first()).toBeVisible();
});
