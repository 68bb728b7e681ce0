import { randomBytes } from "node:crypto";
import { expect, type Browser, type Page } from "@playwright/test";
import type { Role } from "#lib/contracts/team/role.ts";
import { addMember } from "./newMember.ts";

/**
 * Adds a member who signs in and chooses a password, and returns a page of theirs. For journeys that change what a member may do,
 * so that they do not affect others.
 */
export async function memberPage(
  browser: Browser,
  admin: Page,
  baseURL: string,
  { name, role }: { name: string; role: Role },
): Promise<Page> {
  const { email, password } = await addMember(admin, { name, role });
  const headers = { origin: baseURL };
  const context = await browser.newContext({ baseURL });
  const { csrfToken } = await (await context.request.get("/api/auth/csrf")).json();
  const signedIn = await context.request.post("/api/auth/callback/credentials", {
    headers,
    form: { csrfToken, email, password, json: "true" },
  });
  expect(signedIn.ok()).toBe(true);
  const chosen = await context.request.put("/api/settings/password", {
    headers,
    data: { currentPassword: password, newPassword: randomBytes(12).toString("base64url") },
  });
  expect(chosen.ok(), await chosen.text()).toBe(true);
  return context.newPage();
}
