import { draftReference, type DraftReference } from "#lib/contracts/placeOrder.ts";

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

/** Calls back for each change that another tab tells about; returns how to stop that. */
export function onOtherTabs(listener: (changed: DraftReference) => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }) => {
    const parsed = draftReference.safeParse(data);
    if (parsed.success) listener(parsed.data);
  });
  return () => channel.close();
}
