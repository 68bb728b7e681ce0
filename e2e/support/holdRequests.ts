import type { Page } from "@playwright/test";
import { untilIntercepted } from "./untilIntercepted.ts";

/** Keeps the page's requests to these addresses from being sent until the returned function is called. */
export async function holdRequests(page: Page, addresses: string | RegExp): Promise<() => void> {
  const released = Promise.withResolvers<undefined>();
  await page.route(addresses, async (route) => {
    await released.promise;
    await route.continue();
  });
  await untilIntercepted(page);
  return () => released.resolve(undefined);
}
