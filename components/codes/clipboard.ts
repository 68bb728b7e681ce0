"use client";

import { MINUTE } from "#lib/time/instant.ts";

const CLEAR_AFTER_MS = MINUTE;

let clearing: AbortController | null = null;

/**
 * Empties the clipboard a minute after a code was copied, if the code is still there. Where the page may not read the clipboard
 * without asking, it is emptied only if nobody can have copied anything else: the page kept the focus and nothing was copied in it.
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
      // A page without the focus may do nothing with the clipboard: as soon as it is back.
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
    // Not every browser knows the name, and TypeScript lists only what all of them know.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { state } = await navigator.permissions.query({ name: "clipboard-read" as PermissionName });
    return state === "granted";
  } catch {
    return false;
  }
}
