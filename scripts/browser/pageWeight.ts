import type { CDPSession, Page } from "@playwright/test";

/** What a browser received for a page: compressed, in bytes, including response headers. */
export type PageWeight = { html: number; styles: number; scripts: number; total: number; requests: number };

/** One answer, for a message that says what is large; `address` is the whole one. */
export type Received = { type: string; path: string; address: string; bytes: number };

/** What the page of a session has received since, and how many of its requests have no end yet. */
export type Watched = { received: () => Received[]; pending: () => number };

const SHARE: Record<string, keyof PageWeight> = { Document: "html", Stylesheet: "styles", Script: "scripts" };

/** Records from now on what the page of a session receives. `Network` must be enabled. */
export function watchReceived(session: CDPSession): Watched {
  const answers = new Map<string, Received>();
  const begun = new Set<string>();
  session.on("Network.requestWillBeSent", ({ requestId }) => begun.add(requestId));
  session.on("Network.loadingFailed", ({ requestId }) => begun.delete(requestId));
  session.on("Network.responseReceived", ({ requestId, type, response: { url } }) => {
    const path = URL.canParse(url) ? new URL(url).pathname : url;
    answers.set(requestId, { type, path, address: url, bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    begun.delete(requestId);
    const answer = answers.get(requestId);
    if (answer !== undefined) answer.bytes = encodedDataLength;
  });
  return { received: () => [...answers.values()], pending: () => begun.size };
}

/**
 * Waits until a page is interactive, all it has asked for has arrived, and it has nothing left to do: on a slow machine, the network
 * may be quiet for long while scripts wait for the processor.
 */
export async function untilQuiet(page: Page, { received, pending }: Watched): Promise<void> {
  // React listens to the document once it has taken the page over.
  await page.waitForFunction(() => Object.keys(document).length > 1);
  for (let before = -1; pending() > 0 || received().length !== before;) {
    before = received().length;
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  }
}

/** Polls of the same address count once: how many there are until a page is quiet depends on the machine. */
export function weigh(received: readonly Received[]): PageWeight {
  const requests = new Set(received.map(({ address }) => address)).size;
  const weight: PageWeight = { html: 0, styles: 0, scripts: 0, total: 0, requests };
  for (const { type, bytes } of received) {
    weight.total += bytes;
    const share = SHARE[type];
    if (share !== undefined) weight[share] += bytes;
  }
  return weight;
}

/** Elements of the document, as a page has them now. */
export function countNodes(page: Page): Promise<number> {
  return page.evaluate(() => document.getElementsByTagName("*").length);
}
