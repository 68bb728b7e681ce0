"use client";

import { useEffect } from "react";
import { announce } from "#components/ui/Announcer.tsx";

/** Hides the codes at `until`, when the tab is hidden and when the page is left. */
export function useMasking(until: number | null, hide: () => void): void {
  useEffect(() => {
    if (until === null) return undefined;
    const mask = () => {
      hide();
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
