import type { DraftReference } from "#lib/contracts/placeOrder.ts";

const CHANNEL = "codedesk-draft";

/** Tells the other tabs of this browser that a draft has changed. */
export function tellOtherTabs({ id, version }: DraftReference): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(CHANNEL);
  // The rule means windows: a channel only reaches pages of this origin, and takes no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage({ id, version });
  channel.close();
}

/**
 * Calls back with what another tab tells: a DraftReference, still to be checked. It is not checked here, because the catalog
 * imports this file and would load zod with it (31 kB). Returns how to stop that.
 */
export function onOtherTabs(listener: (told: unknown) => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }) => listener(data));
  return () => channel.close();
}
