"use client";

import { useEffect, useState } from "react";

type Listener = (text: string) => void;
const listeners = new Set<Listener>();

/** Has a screen reader say `text` when it is free. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text);
}

/** The one live region of the page. It is there from the start: regions that come with their text are often not read. */
export function Announcer() {
  const [said, setSaid] = useState({ text: "", turn: 0 });
  useEffect(() => {
    const say: Listener = (text) => setSaid((last) => ({ text, turn: last.turn + 1 }));
    listeners.add(say);
    return () => void listeners.delete(say);
  }, []);
  return (
    <div aria-live="polite" className="sr-only">
      {/* A new element each time: the same text twice is two announcements. */}
      <span key={said.turn}>{said.text}</span>
    </div>
  );
}
