import type { Page } from "@playwright/test";
import { intercept } from "./intercept.ts";

/** Keeps the page's requests to these addresses from being sent until the returned function is called. */
export async function holdRequests(page: Page, addresses: string | RegExp): Promise<() => void> {
  const released = Promise.withResolvers<undefined>();
  await intercept(page, addresses, async (route) => {
    await released.promise;
    await route.continue();
  });
  return () => released.resolve(undefined);
}
