import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { Role } from "#lib/contracts/team/role.ts";

export type NewMember = { email: string; password: string };

/** Adds a member for this journey only, with a password to be used once. */
export async function addMember(
  asAdmin: Page,
  { name, role, email = `${randomUUID()}@partner.example` }: { name: string; role: Role; email?: string },
): Promise<NewMember> {
  const { origin } = new URL((await asAdmin.request.get("/api/team")).url());
  const added = await asAdmin.request.post("/api/team", { headers: { origin }, data: { email, name, role } });
  expect(added.ok(), await added.text()).toBe(true);
  const { password }: { password: string } = await added.json();
  return { email, password };
}

/** A member for this journey only, who has signed in on `page` and chosen a password. */
export async function signInAsNewMember(
  asAdmin: Page,
  page: Page,
  role: Role,
  name = "Fay Factor",
): Promise<NewMember> {
  const { email, password: oneTime } = await addMember(asAdmin, { name, role });
  const password = "four plain words here 7";
  await signInWithPassword(page, { email, password: oneTime });
  await page.waitForURL(/\/new-password$/);
  await page.waitForLoadState("networkidle");
  await page.getByLabel("One-time password").fill(oneTime);
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("button", { name: /: account of/ })).toBeVisible();
  return { email, password };
}

export async function signInWithPassword(page: Page, { email, password }: NewMember): Promise<void> {
  await page.goto("/sign-in", { waitUntil: "networkidle" });
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /: account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/sign-in/);
}
