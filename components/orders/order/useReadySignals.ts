"use client";

import { useEffect, useRef } from "react";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { counted } from "#lib/text/counts.ts";

/** Shows in the tab's title, and on the desktop if the member wants it, that codes have arrived while the page is open. */
export function useReadySignals(order: OrderView, notify: boolean): void {
  const ready = readyCodes(order);
  const last = useRef(ready);
  const name = referenceOf(order);
  useEffect(() => {
    const before = last.current;
    last.current = ready;
    if (ready <= before) return;
    const words = order.delivered === null ? "Codes ready" : `${counted(ready, "code", "codes")} ready`;
    // No notification while the tab is visible.
    if (notify && document.hidden) show(words, name);
    const title = document.title.replace(/^\d[\d,]* codes? ready · |^Codes ready · /, "");
    document.title = `${words} · ${title}`;
  }, [ready, notify, name, order.delivered]);
}

/** The number of codes that are ready; 1 if it is unknown. */
function readyCodes({ state, delivered }: OrderView): number {
  return STATES[state].codes === "none" ? 0 : (delivered ?? 1);
}

/** Contains only the reference, because a notification can be read on a locked screen. */
function show(words: string, name: string): void {
  try {
    const notification = new Notification(words, { body: `Order ${name}`, tag: `codedesk ${name}` });
    notification.addEventListener("click", () => {
      window.focus();
      notification.close();
    });
  } catch {
    // Some browsers allow notifications only from service workers. The title still shows it.
  }
}
