"use client";

import { useEffect, useState } from "react";
import { onAnnouncement } from "./announcer.ts";

/** Stands in the page from the start, since regions that come with their text are often not read. */
export function Announcer() {
  const [said, setSaid] = useState({ text: "", turn: 0 });
  useEffect(() => onAnnouncement((text) => setSaid((last) => ({ text, turn: last.turn + 1 }))), []);
  return (
    <div aria-live="polite" className="sr-only">
      {/* A new element each time: the same text twice is two announcements. */}
      <span key={said.turn}>{said.text}</span>
    </div>
  );
}
