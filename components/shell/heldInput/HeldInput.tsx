"use client";

import { useEffect } from "react";
import { doHeldInput } from "./doHeldInput.ts";

/** Replays input from before the page was interactive. */
export function HeldInput() {
  useEffect(() => {
    window.doHeldInput = () => void doHeldInput(window.heldInput?.splice(0) ?? []);
    window.doHeldInput();
  }, []);
  return null;
}
