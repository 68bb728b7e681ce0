import { placeOrder } from "#e2e/support/placeOrder.ts";
import type { Locator, Page } from "@playwright/test";
import { FRAMED_TYPE, frameOf, lastFrame } from "#lib/codes/exportFrames.ts";
import type { CodesPage, ShownCode } from "#lib/contracts/codes/codes.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { intercept } from "#e2e/support/intercept.ts";

test("codes are told apart by product, copied with it, shown as QR code, and hidden when nobody looks or after two minutes", async ({
  asBuyer: page,
  stack,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const reference = await placeOrder(page, stack, [
    ["pins-as-objects", 1],
    ["pins-as-strings", 2],
  ]);
  await page.clock.install();
  await page.goto(`/orders/${reference}`, { waitUntil: "networkidle" });
  const reveal = page.getByRole("button", { name: "Reveal 3 codes" });
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(reveal).toBeVisible({ timeout: 500 });
  }).toPass();
  await reveal.click();
  const codes = page.getByRole("table", { name: "Codes" });
  await expect(codes.getByRole("button", { name: "Select code 1" })).toBeFocused();
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
  // Two minutes after the reveal everything is gone, including the dialog.
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
});

/** A code in which every character counts: two spaces, a line break, and letters that the font could draw as a ligature. */
const ODD = "A1  B2\n  C3 != D4 -> E5";

test("a code is shown and printed sign by sign as it was delivered, with its white space and without ligatures", async ({
  asBuyer: page,
  stack,
}) => {
  const reference = await placeOrder(page, stack, [["pins-as-strings", 1]]);
  await deliver(page, reference, { pin: ODD });
  await intercept(page, `**/api/orders/${reference}/export`, (route) =>
    route.fulfill({
      headers: { "x-codedesk-codes": "1", "content-disposition": 'attachment; filename="codes.json"' },
      contentType: FRAMED_TYPE,
      body: Buffer.concat([frameOf(1, new TextEncoder().encode(printed())), lastFrame(1)]),
    }),
  );
  // The sheet is there until the browser's dialog closes.
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await showCodes(page, reference);
  await expectAsDelivered(page.getByRole("table", { name: "Codes" }).getByText("B2"));
  await page.getByRole("button", { name: "More for code 1" }).click();
  await page.getByRole("menuitem", { name: "Show as QR code" }).click();
  await expectAsDelivered(page.getByRole("dialog").getByText("B2"));
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Format").selectOption("print");
  await dialog.getByRole("button", { name: "Print codes" }).click();
  await expect(page.locator(".print-only")).toBeAttached();
  await page.emulateMedia({ media: "print" });
  await expectAsDelivered(page.locator(".print-only").getByText("B2"));
  await expect(page.getByText("Handed out already")).toBeVisible();
  await expect(page.getByText("Ticket 7")).toHaveCount(0);
  // Other text in a code font, such as a reference in a sentence.
  const features = await page.evaluate(() => {
    const code = document.body.appendChild(document.createElement("code"));
    return getComputedStyle(code).fontFeatureSettings;
  });
  expect(features).toBe(NO_LIGATURES);
});

const NO_LIGATURES = '"calt" 0, "liga" 0';

async function expectAsDelivered(code: Locator): Promise<void> {
  await expect(code).toBeVisible();
  expect(await code.innerText()).toBe(ODD);
  await expect(code).toHaveCSS("font-feature-settings", NO_LIGATURES);
}

/** The export of one code, as the page makes a sheet of it. */
function printed(): string {
  const code = { number: 1, productId: 1, product: "Streamly", amount: null, currency: null };
  return JSON.stringify({ codes: [{ ...code, fields: { pin: ODD }, handedTo: "Ticket 7" }] });
}

test("a code stays on one line beside a short PIN, and no column reaches into another at any width", async ({
  asBuyer: page,
  stack,
}) => {
  const reference = await placeOrder(page, stack, [["pins-as-strings", 1]]);
  const code = "TEST-9161-47BE-C69D-7ED9";
  const others = { pin: "0001", serial: "SN500007400001", expiry: "2028-11-22", batch: "B-77" };
  const note = "Valid in all shops. ".repeat(20);
  await deliver(page, reference, { code, ...others, note }, { handedTo: "Ticket 7  b" });
  await showCodes(page, reference);
  const table = page.getByRole("table", { name: "Codes" });
  expect(await linesOf(table.getByText(code))).toBe(1);
  await expect(table.getByText("Handed out to Ticket 7 b")).toBeVisible();
  await expectApart(page, table.getByText(code));

  await deliver(page, reference, { code });
  await showCodes(page, reference);
  await expectApart(page, table.getByText(code));

  // A voucher that is one long word, in both of its parts.
  await deliver(page, reference, { ...others, code: "A".repeat(300), pin: "7".repeat(60) });
  await showCodes(page, reference);
  await expectApart(page, table.getByText("A".repeat(300)));
});

/** Makes the dashboard answer with a code with these fields. */
async function deliver(
  page: Page,
  reference: string,
  fields: Record<string, string>,
  more: Partial<ShownCode> = {},
): Promise<void> {
  await intercept(page, `**/api/orders/${reference}/codes`, async (route) => {
    const response = await route.fetch();
    // An answer of our own interface.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const answer = (await response.json()) as CodesPage;
    const items = answer.items.map((item) => ({ ...item, fields, ...more }));
    const groups = answer.groups.map((group) => ({ ...group, fields: Object.keys(fields) }));
    await route.fulfill({ response, json: { ...answer, items, groups } });
  });
}

async function showCodes(page: Page, reference: string): Promise<void> {
  await page.goto(`/orders/${reference}`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Reveal 1 code" }).click();
}

/** The number of lines of a text. */
function linesOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
}

/** Expects the texts and buttons of a code's row beside or below each other, and within the screen. */
async function expectApart(page: Page, code: Locator): Promise<void> {
  await expect(code).toBeVisible();
  for (const width of [1280, 1024, 768, 375]) {
    await page.setViewportSize({ width, height: 900 });
    const overlaps = await code.evaluate((element) => {
      const row = element.closest("[data-index]");
      const parts = [...(row?.querySelectorAll<HTMLElement>(".select-all, button") ?? [])];
      const boxes = parts.map((each) => {
        if (each.matches("button")) return each.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(each);
        return range.getBoundingClientRect();
      });
      const names = parts.map((each) => each.ariaLabel ?? each.textContent);
      const apart = (a: DOMRect, b: DOMRect) =>
        a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
      return boxes.flatMap((box, at) => [
        ...(box.right > innerWidth ? [`${names[at]} leaves the screen`] : []),
        ...boxes
          .slice(at + 1)
          .flatMap((other, next) =>
            apart(box, other) ? [] : [`${names[at]} covers ${names[at + 1 + next]}`],
          ),
      ]);
    });
    expect([width, overlaps]).toEqual([width, []]);
  }
}
