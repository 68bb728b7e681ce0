"use client";

import { useEffect } from "react";
import { noteInput } from "#lib/queries/client/presence.ts";

const INPUTS = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/** Records when a person uses the page, so that a tab that only polls becomes idle (lib/queries/client/presence.ts). */
export function PresenceWatch() {
  useEffect(() => {
    for (const name of INPUTS) window.addEventListener(name, noteInput, { capture: true, passive: true });
    return () => {
      for (const name of INPUTS) window.removeEventListener(name, noteInput, { capture: true });
    };
  }, []);
  return null;
}
