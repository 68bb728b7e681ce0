"use client";

import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";

const SETTLE_MS = 200;

/** Searches when typing pauses. What is typed is never replaced by an older address. */
export function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  if (sent !== value) {
    // The address was changed by the back button, by a chip or by a view.
    setSent(value);
    if (text.trim() !== value) setText(value);
  }
  const adopt = useEffectEvent(() => setText(field.current?.value ?? ""));
  // What was typed before the page was interactive is searched for as well.
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
    <div className="relative min-w-0 grow basis-60 sm:max-w-md">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-ink-faint"
      />
      <TextInput
        ref={field}
        type="search"
        aria-label="Search orders"
        placeholder="Search orders"
        title="Searches references, products, members, purchase orders, notes and tags"
        value={text}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        className="ps-8"
      />
    </div>
  );
}
