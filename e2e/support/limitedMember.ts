import { expect, type Page } from "@playwright/test";
import { readyToPlace, referenceOf } from "#scripts/browser/orderSteps.ts";
import { accessibilityProblems } from "./accessibilityProblems.ts";

/** Lets a member spend up to an amount in euros each day, as an administrator. */
export async function limitPerDay(admin: Page, name: string, amount: string): Promise<void> {
  await admin.goto("/team", { waitUntil: "networkidle" });
  await admin.getByRole("button", { name: "Add limit" }).click();
  const dialog = admin.getByRole("dialog", { name: "Add limit" });
  await dialog.getByLabel("For").selectOption({ label: name });
  await dialog.getByLabel("Currency").selectOption("EUR");
  await dialog.getByLabel("Per day").fill(amount);
  expect(await accessibilityProblems(admin)).toEqual([]);
  await dialog.getByRole("button", { name: "Save limit" }).click();
  await expect(dialog).toBeHidden();
}

/** Opens the draft that the catalog adds to, and asks for approval of its order. Returns its reference. */
export async function askForApproval(page: Page, sum: string): Promise<string> {
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  return askForOpenDraft(page, sum);
}

/** Reviews the draft that is open, and asks for approval of its order. Returns its reference. */
export async function askForOpenDraft(page: Page, sum: string): Promise<string> {
  await page.getByRole("button", { name: "Review order" }).click();
  const ask = await readyToPlace(page, `Ask for approval · ${sum}`);
  await ask.click();
  return referenceOf(page);
}
