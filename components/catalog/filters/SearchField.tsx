"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { SearchInput } from "#components/ui/inputs/SearchInput.tsx";

/**
 * A keystroke searches at once, unless the last search is more recent than this: it then searches together with the following
 * keystrokes.
 */
const BATCH_MS = 50;

export type SearchFieldProps = {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
};

/** Searches while somebody types. The typed text is never replaced by an older address. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  if (sent !== value) {
    // The address was changed by the back button, by clearing or by a link.
    setSent(value);
    if (text.trim() !== value) setText(value);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastSearch = useRef(-BATCH_MS);
  useEffect(() => () => clearTimeout(timer.current), []);
  const field = useRef<HTMLInputElement>(null);
  const adopt = useEffectEvent((at: number) => {
    const typed = field.current?.value ?? "";
    if (typed !== text) type(typed, at);
  });
  // Also searches for what was typed before the page was interactive.
  useEffect(() => adopt(performance.now()), []);

  /** `at`: when the key was pressed, in milliseconds since the page was opened. */
  function type(next: string, at: number) {
    setText(next);
    clearTimeout(timer.current);
    const wait = lastSearch.current + BATCH_MS - at;
    if (wait <= 0) search(next.trim(), at);
    else timer.current = setTimeout(() => search(next.trim(), at + wait), wait);
  }

  function search(words: string, at: number) {
    // A space alone does not change the search, so the next keystroke need not wait.
    if (words !== sent) lastSearch.current = at;
    setSent(words);
    onSearch(words);
  }

  return (
    <SearchInput
      ref={field}
      value={text}
      onChange={(event) => type(event.target.value, event.timeStamp)}
      aria-label={label}
      placeholder={placeholder}
      className="min-h-9 grow"
    />
  );
}
