"use client";

import { useEffect } from "react";
import { backoffMs } from "#lib/orders/lifecycle/backoff.ts";
import { isReachable } from "#lib/queries/client/isReachable.ts";
import { toast } from "#components/ui/feedback/toast.ts";
import { isOtherPage, unsavedForms } from "#components/shell/page/unsaved/unsavedChanges.ts";

/** What a proxy, or Codedesk itself, answers while it starts or is too busy. */
const OUTAGES: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Requests a page that somebody has chosen until it is answered, and says that it waits. Without this, Next's router would leave for
 * the page's address, and the browser's own message would take the place of this page and of what is typed in it.
 */
export function UnansweredPages(): null {
  useEffect(() => {
    const send = window.fetch;
    window.fetch = (input, init) =>
      isChosenPage(init)
        ? untilAnswered(addressOf(input), () => send(input, init), init?.signal)
        : send(input, init);
    return () => {
      window.fetch = send;
    };
  }, []);
  return null;
}

/** Whether Next's router requests a page to show it. What it loads in advance has a low priority and may fail. */
function isChosenPage(init?: RequestInit): boolean {
  return init?.priority !== "low" && new Headers(init?.headers).has("rsc");
}

function addressOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : input.toString();
}

/**
 * Throws what `request` throws if it fails twice although Codedesk answers other requests: then the browser has to load the page. A page
 * that has waited would open over changes that were made meanwhile, so it waits for those, too.
 */
async function untilAnswered(
  address: string,
  request: () => Promise<Response>,
  signal?: AbortSignal | null,
): Promise<Response> {
  let failuresAlone = 0;
  let isSaid = false;
  let pauses = 0;
  for (;;) {
    try {
      const answer = await request();
      if (!OUTAGES.has(answer.status)) {
        // The router would leave for an address whose answer breaks off, too.
        await answer.clone().arrayBuffer();
        return answer;
      }
      failuresAlone = 0;
    } catch (error) {
      failuresAlone = (await isReachable(signal)) ? failuresAlone + 1 : 0;
      if (failuresAlone === 2) throw error;
      if (failuresAlone === 1) continue;
    }
    if (!isSaid) sayThatItWaits();
    isSaid = true;
    do pauses = (await pause(pauses + 1)) ? 0 : pauses + 1;
    while (unsavedForms().length > 0 && isOtherPage(address));
  }
}

function sayThatItWaits(): void {
  const [title, detail] = navigator.onLine
    ? [
        "Codedesk can't be reached",
        "Check your connection. The page that you chose opens as soon as Codedesk answers.",
      ]
    : ["You are offline", "The page that you chose opens as soon as you are back online."];
  toast(title, { tone: "refused", detail });
}

/**
 * Waits longer each time, at most two minutes: what answers 503 for good would be asked without end. Ends at once, with true, when
 * waiting may be over or the person is there: when the browser finds a network, its tab is shown again, or something is pressed.
 */
function pause(attempts: number): Promise<boolean> {
  return new Promise((resolve) => {
    const woken = new AbortController();
    const end = (isWoken: boolean) => {
      clearTimeout(timer);
      woken.abort();
      resolve(isWoken);
    };
    const timer = setTimeout(() => end(false), backoffMs(attempts, null, Math.random()));
    const wake = () => {
      if (document.visibilityState === "visible") end(true);
    };
    window.addEventListener("online", () => end(true), { signal: woken.signal });
    document.addEventListener("visibilitychange", wake, { signal: woken.signal });
    // Once the press has had its effect: it may itself make a change that the page has to wait for.
    document.addEventListener("click", () => setTimeout(wake), { capture: true, signal: woken.signal });
  });
}
