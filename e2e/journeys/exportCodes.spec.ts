import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Client } from "pg";
import { BlobReader, configure, TextWriter, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import type { Page } from "@playwright/test";
import { FRAMED_TYPE, frameOf } from "#lib/codes/exportFrames.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { placeOrder } from "#e2e/support/placeOrder.ts";
import { intercept } from "#e2e/support/intercept.ts";

configure({ useWebWorkers: false });

test("a large export waits for another member's release and opens with its passphrase, and codes are handed out by customer", async ({
  asBuyer: page,
  asAdmin,
  stack,
}) => {
  // Of a product that no other journey orders, so that all of its codes were exported when they are handed out.
  const reference = await placeOrder(page, stack, [["estimate-past", 3]]);
  await setRule(asAdmin, "2");
  try {
    await page.goto(`/orders/${reference}`, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Export…" }).click();
    const dialog = page.getByRole("dialog", { name: "Export 3 codes" });
    await dialog.getByLabel("Format").selectOption("json");
    await dialog.getByLabel(/^Encrypt the file/).check();
    await dialog.getByRole("button", { name: "Export codes" }).click();
    await dialog.getByRole("button", { name: "Request release" }).click();
    await expect(dialog.getByText("Release requested")).toBeVisible();
    await expect(page.getByText("Your export of 3 codes waits for another member's release")).toBeVisible();

    await asAdmin.goto("/", { waitUntil: "networkidle" });
    await expect(asAdmin.getByRole("link", { name: reference }).first()).toBeVisible();
    const elsewhere = await asAdmin.context().newPage();
    await elsewhere.goto("/", { waitUntil: "networkidle" });
    await asAdmin.getByRole("button", { name: "Release export" }).click();
    await expect(asAdmin.getByRole("button", { name: "Release export" })).toHaveCount(0);
    await elsewhere.getByRole("button", { name: "Refuse" }).click();
    await expect(elsewhere.getByText("You have already released this export.")).toBeVisible();
    await expect(elsewhere.getByRole("button", { name: "Refuse" })).toHaveCount(0);

    // The connection breaks after one code: nothing is saved, and the release is still valid.
    await intercept(page, "**/export", (route) => route.fulfill(brokenOff()), { times: 1 });
    await dialog.getByRole("button", { name: "Export codes" }).click();
    await expect(dialog.getByRole("alert")).toContainText(
      "The export broke off after 1 of 3 codes, and no file was saved.",
    );
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Export again" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`codes-${reference}.zip`);
    const passphrase = (await dialog.getByRole("code").textContent()) ?? "";
    expect(passphrase).toMatch(/^(?:[2-9a-z]{5}-){5}[2-9a-z]{5}$/);
    const bytes = await readFile(await file.path());
    expect(bytes.toString("latin1")).not.toContain("TEST-");
    const [entry] = await new ZipReader(new BlobReader(new Blob([new Uint8Array(bytes)]))).getEntries();
    const text =
      entry === undefined || entry.directory
        ? ""
        : await entry.getData(new TextWriter(), { password: passphrase });
    expect(JSON.parse(text)).toMatchObject({ codes: [{ number: 1 }, { number: 2 }, { number: 3 }] });

    await dialog.getByRole("button", { name: "I've saved it" }).click();
    await expect(page.getByText(passphrase)).toHaveCount(0);
    const timeline = page.getByRole("region", { name: "Timeline" });
    await expect(timeline).toContainText("Exported 3 codes as JSON in an encrypted archive");
    await expect(timeline).toContainText(/SHA-256 [0-9a-f]{64}/);

    // The same codes one by one: handed out once, and found again by the customer's reference.
    const customer = `C-${reference}`;
    await page.goto("/codes", { waitUntil: "networkidle" });
    await page
      .getByRole("row", { name: /is estimated for an hour ago/ })
      .getByRole("button", { name: /^Hand out/ })
      .click();
    const handOut = page.getByRole("dialog");
    await handOut.getByLabel("Customer reference").fill(customer);
    const codes = handOut.getByRole("textbox", { name: "Codes" });
    await codes.fill("3");
    await handOut.getByRole("button", { name: "Hand out 3 codes" }).click();
    await expect(handOut.getByRole("alert")).toContainText("Taking more than 2 codes within 24 hours");
    await handOut.getByLabel("Hand-outs to ask for").fill("4");
    await handOut.getByRole("button", { name: "Request release" }).click();
    await expect(handOut.getByText("Release of 4 further hand-outs requested")).toBeVisible();
    await asAdmin.goto("/codes", { waitUntil: "networkidle" });
    await expect(asAdmin.getByText(/asks for 4 further hand-outs/)).toBeVisible();
    await asAdmin.getByRole("button", { name: "Release hand-outs" }).click();
    await expect(asAdmin.getByRole("button", { name: "Release hand-outs" })).toHaveCount(0);
    await expect(handOut.getByLabel("Customer reference")).toHaveValue(customer);
    await codes.fill("1");
    await handOut.getByRole("button", { name: "Hand out 1 code", exact: true }).click();
    await expect(handOut.getByRole("alert")).toContainText(/exported before/);
    await handOut.getByRole("button", { name: "Hand out 1 code anyway" }).click();
    const handed =
      (await handOut
        .getByText(/^TEST-/)
        .first()
        .textContent()) ?? "";
    expect(handed).toMatch(/^TEST-/);
    await expect(handOut).toContainText(`Handed out to ${customer}.`);
    await handOut.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText(handed, { exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Show codes of this customer" }).click();
    await expect(page.getByText("Enter who the codes were for.")).toBeVisible();
    await page.getByLabel("Customer reference").fill(` ${customer.toLowerCase()} `);
    await page.getByRole("button", { name: "Show codes of this customer" }).click();
    await expect(page.getByText(handed, { exact: true })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(`Handed out to ${customer}`);
    // Another member, or the same one later, has typed the reference differently.
    const otherwise = customer.toUpperCase();
    const sandbox = { url: stack.sandboxUrl, key: stack.sandboxKey };
    const productId = await scenario(sandbox, "estimate-past");
    const taken = await page.request.post("/api/codes/hand-outs", {
      headers: { origin: stack.url },
      data: { productId, customerReference: otherwise, exposed: 1, takeId: randomUUID() },
    });
    expect(taken.status(), await taken.text()).toBe(200);
    await page.getByRole("button", { name: "Hide codes" }).click();
    await page.getByRole("button", { name: "Show codes of this customer" }).click();
    const items = page.getByRole("list", { name: "Handed-out codes" }).getByRole("listitem");
    await expect(items).toContainText([`, to ${customer}, from order`, `, to ${otherwise}, from order`]);
    // The dialog says that the claim was not opened, and a second click opens it.
    await intercept(page, "**/api/claims", (route) => route.abort(), { times: 1 });
    await items.first().getByRole("button", { name: "Doesn't work" }).click();
    const claiming = page.getByRole("dialog", { name: "This code doesn't work" });
    await claiming.getByRole("button", { name: "Open claim" }).click();
    await expect(claiming.getByRole("alert")).toBeVisible();
    await claiming.getByRole("button", { name: "Open claim" }).click();
    await expect(claiming).toBeHidden();
    await expect(items.first()).toContainText("Disputed");
    await items.first().getByRole("button", { name: "Works after all" }).click();
    await expect(items.first().getByRole("button", { name: "Doesn't work" })).toBeVisible();
  } finally {
    await forgetRules(stack.databaseUrl);
  }
});

/** The beginning of an export, as the page receives it from a connection that breaks. */
function brokenOff() {
  return {
    status: 200,
    headers: { "x-codedesk-codes": "3" },
    contentType: FRAMED_TYPE,
    body: Buffer.from(frameOf(1, new TextEncoder().encode("PK"))),
  };
}

/** Sets a rule on the settings page, as an administrator. */
async function setRule(page: Page, limit: string): Promise<void> {
  await page.goto("/settings?tab=codes", { waitUntil: "networkidle" });
  await page.getByLabel("Have a second member release many codes").check();
  await page.getByLabel(/^Codes a member may take/).fill(limit);
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Rules saved.")).toBeVisible();
}

/** Removes the rules, because other journeys use the same account. */
async function forgetRules(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("delete from code_settings");
  await client.end();
}
