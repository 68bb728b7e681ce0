import type { Browser, BrowserContext, BrowserContextOptions } from "@playwright/test";
import type { Desk } from "#scripts/stack/startTestStack.ts";
import type { Role } from "#lib/members/roles.ts";

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Signs in as people do, once, and keeps the session for all that follows. */
export async function signInAs(browser: Browser, desk: Desk, role: Role): Promise<StorageState> {
  const member = desk.members.find((each) => each.role === role);
  if (member === undefined) throw new Error(`there is no ${role}`);
  const context = await browser.newContext({ baseURL: desk.url });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
  const state = await context.storageState();
  await context.close();
  return state;
}

/** The session as a Cookie header, for calls without a browser. */
export function cookieHeader({ storageState }: BrowserContextOptions): string {
  if (typeof storageState !== "object") throw new Error("no session");
  return storageState.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
