"use client";

import { useEffect } from "react";
import { replayEarlyInput } from "./replayEarlyInput.ts";

/** Replays early input once React is ready, and from then on as it comes. */
export function EarlyInput() {
  useEffect(() => {
    window.replayEarlyInput = () => void replayEarlyInput(window.earlyInput?.splice(0) ?? []);
    window.replayEarlyInput();
  }, []);
  return null;
}
