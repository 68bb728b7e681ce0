import type { Page } from "@playwright/test";
import { holdRequests } from "./holdRequests.ts";

/** The scripts of a page. */
export const SCRIPTS = /\/_next\/static\/chunks\/.*\.js/;

/** Opens a page whose scripts have not arrived; it becomes interactive once the returned function is called. */
export async function openAsleep(page: Page, path: string): Promise<() => void> {
  const wake = await holdRequests(page, SCRIPTS);
  await page.goto(path, { waitUntil: "commit" });
  return wake;
}
