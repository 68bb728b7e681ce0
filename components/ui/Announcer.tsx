"use client";

import { useEffect, useState } from "react";

type Listener = (text: string) => void;
const listeners = new Set<Listener>();

/** Makes a screen reader say `text` when it is free. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text);
}

/** The page's only live region. It exists from the start, because regions that are added together with their text are often not read. */
export function Announcer() {
  const [said, setSaid] = useState({ text: "", turn: 0 });
  useEffect(() => {
    const say: Listener = (text) => setSaid((last) => ({ text, turn: last.turn + 1 }));
    listeners.add(say);
    return () => void listeners.delete(say);
  }, []);
  return (
    <div aria-live="polite" className="sr-only">
      {/* A new element each time, so that the same text twice is announced twice. */}
      <span key={said.turn}>{said.text}</span>
    </div>
  );
}
