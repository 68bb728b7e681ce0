"use client";

import { useEffect } from "react";
import { replayEarlyInput } from "./replayEarlyInput.ts";

/** Replays early input once React is ready, and from then on as it comes. */
export function EarlyInput() {
  useEffect(() => {
    // One after the other: a press must not overtake the field that was typed into before it.
    let replayed = Promise.resolve();
    window.replayEarlyInput = () => {
      replayed = replayed.then(() => replayEarlyInput(window.earlyInput?.splice(0) ?? []));
    };
    window.replayEarlyInput();
  }, []);
  return null;
}
