"use client";

import { MINUTE } from "#lib/time/instant.ts";

const CLEAR_AFTER_MS = MINUTE;

let clearing: AbortController | null = null;

/**
 * Empties the clipboard a minute after a code was copied, if the code is still there. If the page may not read the clipboard
 * without asking, it is only emptied if nothing else can have been copied: the page kept the focus and nothing was copied in it.
 */
export function clearClipboardLater(copied: string): void {
  clearing?.abort();
  const own = new AbortController();
  clearing = own;
  const { signal } = own;
  let isOurs = document.hasFocus();
  const notOurs = () => {
    isOurs = false;
  };
  addEventListener("blur", notOurs, { signal });
  for (const event of ["copy", "cut"]) document.addEventListener(event, notOurs, { signal });
  const clear = async () => {
    if (!document.hasFocus()) {
      // A page without the focus may not use the clipboard, so this waits for the focus.
      addEventListener("focus", () => void clear(), { signal, once: true });
      return;
    }
    own.abort();
    try {
      const isThere = (await mayRead()) ? (await navigator.clipboard.readText()) === copied : isOurs;
      if (isThere) await navigator.clipboard.writeText("");
    } catch {
      // The browser does not allow it.
    }
  };
  const timer = setTimeout(() => void clear(), CLEAR_AFTER_MS);
  signal.addEventListener("abort", () => clearTimeout(timer));
}

async function mayRead(): Promise<boolean> {
  try {
    // Not every browser has this permission, and TypeScript lists only those that all of them have.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { state } = await navigator.permissions.query({ name: "clipboard-read" as PermissionName });
    return state === "granted";
  } catch {
    return false;
  }
}
