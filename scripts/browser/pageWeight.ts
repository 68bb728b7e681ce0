import type { CDPSession, Page } from "@playwright/test";

/** What a browser received for a page: compressed, in bytes, including response headers. */
export type PageWeight = { html: number; styles: number; scripts: number; total: number; requests: number };

/** One answer, for a message that says what is large. */
export type Received = { type: string; path: string; bytes: number };

const SHARE: Record<string, keyof PageWeight> = { Document: "html", Stylesheet: "styles", Script: "scripts" };

/** Records from now on what the page of a session receives. `Network` must be enabled. */
export function watchReceived(session: CDPSession): () => Received[] {
  const answers = new Map<string, Received>();
  session.on("Network.responseReceived", ({ requestId, type, response: { url } }) =>
    answers.set(requestId, { type, path: URL.canParse(url) ? new URL(url).pathname : url, bytes: 0 }),
  );
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId);
    if (answer !== undefined) answer.bytes = encodedDataLength;
  });
  return () => [...answers.values()];
}

export function weigh(received: readonly Received[]): PageWeight {
  const weight: PageWeight = { html: 0, styles: 0, scripts: 0, total: 0, requests: received.length };
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
