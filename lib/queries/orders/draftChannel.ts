import type { DraftReference } from "#lib/contracts/orders/placeOrder.ts";
import { isRecord } from "#lib/json/isRecord.ts";

const CHANNEL = "codedesk-draft";

/** Tells the other tabs of this browser that a draft has changed. */
export function tellOtherTabs({ id, version }: DraftReference): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(CHANNEL);
  // The rule is meant for windows: a channel only reaches pages of this origin, and takes no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage({ id, version });
  channel.close();
}

/** Calls back with the messages of other tabs. Returns a function that ends this. */
export function onOtherTabs(listener: (changed: DraftReference) => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }) => {
    if (isReference(data)) listener(data);
  });
  return () => channel.close();
}

/** Checked without zod (31 kB), because the catalog loads this file too. The other tab may run an older version of this program. */
function isReference(told: unknown): told is DraftReference {
  return isRecord(told) && typeof told["id"] === "string" && Number.isSafeInteger(told["version"]);
}
