"use client";

import { useEffect } from "react";
import { flushSync } from "react-dom";
import { announce } from "#components/ui/Announcer.tsx";

/** Hides the codes at `until`, when the tab is hidden and when the page is left. */
export function useMasking(until: number | null, hide: () => void): void {
  useEffect(() => {
    if (until === null) return undefined;
    const mask = () => {
      // At once: a browser may keep the page as it is while it is left, and show it again before React goes on.
      flushSync(hide);
      announce("Codes hidden.");
    };
    const whenHidden = () => {
      if (document.visibilityState === "hidden") mask();
    };
    const timer = setTimeout(mask, until - Date.now());
    document.addEventListener("visibilitychange", whenHidden);
    addEventListener("pagehide", mask);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", whenHidden);
      removeEventListener("pagehide", mask);
    };
  }, [until, hide]);
  useEffect(() => hide, [hide]);
}
