"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { SearchInput } from "#components/ui/inputs/SearchInput.tsx";

const SETTLE_MS = 200;

/** Searches when typing pauses. The typed text is never replaced by an older address. */
export function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  if (sent !== value) {
    // The address was changed by the back button, by a chip or by a view.
    setSent(value);
    if (text.trim() !== value) setText(value);
  }
  const adopt = useEffectEvent(() => {
    const typed = field.current?.value ?? "";
    if (typed !== text) setText(typed);
  });
  // Also searches for what was typed before the page was interactive.
  useEffect(() => adopt(), []);
  const send = useEffectEvent(() => {
    setSent(text.trim());
    onSearch(text.trim());
  });
  useEffect(() => {
    if (text.trim() === sent) return undefined;
    const timer = setTimeout(() => send(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text, sent]);
  return (
    <SearchInput
      ref={field}
      aria-label="Search orders"
      placeholder="Search orders"
      title="Searches references, products, members, purchase orders, notes and tags"
      value={text}
      onChange={(event) => setText(event.target.value)}
      className="grow basis-60 sm:max-w-md"
    />
  );
}
