import type { BrowserContext, CDPSession, Page } from "@playwright/test";

/** Conditions of every throttled figure, in words. */
export const CONDITIONS = "4× CPU, 10 Mbit/s, 40 ms";

/** Throttles a page as for every throttled figure: CPU 4 times slower, 10 Mbit/s, 40 ms of latency. */
export async function throttle(context: BrowserContext, page: Page): Promise<CDPSession> {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 40,
    downloadThroughput: (10 * 1_000_000) / 8,
    uploadThroughput: (10 * 1_000_000) / 8,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  return session;
}
