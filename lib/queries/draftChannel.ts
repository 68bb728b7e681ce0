import type { DraftReference } from "#lib/contracts/placeOrder.ts";
import { isRecord } from "#lib/json/isRecord.ts";

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

/** Calls back with what another tab tells. Returns how to stop that. */
export function onOtherTabs(listener: (changed: DraftReference) => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }) => {
    if (isReference(data)) listener(data);
  });
  return () => channel.close();
}

/** Checked without zod (31 kB): the catalog loads this file too. An older version of this program may run in the other tab. */
function isReference(told: unknown): told is DraftReference {
  return isRecord(told) && typeof told["id"] === "string" && Number.isSafeInteger(told["version"]);
}
