"use client";

import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";

/** A key is asked about at once, unless the last question is younger than this: then together with those that follow till then. */
const TOGETHER_MS = 50;

/** Answers while one types. What is typed stays what it is, whatever the address says meanwhile. */
export function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  if (sent !== value) {
    // The address was changed elsewhere: by the back button, by clearing, by a link.
    setSent(value);
    if (text.trim() !== value) setText(value);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastAsked = useRef(-TOGETHER_MS);
  useEffect(() => () => clearTimeout(timer.current), []);
  const field = useRef<HTMLInputElement>(null);
  const adopt = useEffectEvent((at: number) => {
    const typed = field.current?.value ?? "";
    if (typed !== text) type(typed, at);
  });
  // Nothing is lost that somebody typed before the page had come to life.
  useEffect(() => adopt(performance.now()), []);

  /** `at`: when the key was pressed, in milliseconds of the page. */
  function type(next: string, at: number) {
    setText(next);
    clearTimeout(timer.current);
    const wait = lastAsked.current + TOGETHER_MS - at;
    if (wait <= 0) search(next.trim(), at);
    else timer.current = setTimeout(() => search(next.trim(), at + wait), wait);
  }

  function search(words: string, at: number) {
    // A space asks nothing, so nobody need wait after it.
    if (words !== sent) lastAsked.current = at;
    setSent(words);
    onSearch(words);
  }

  return (
    <div className="relative min-h-9 min-w-0 grow">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-ink-faint"
      />
      <TextInput
        ref={field}
        type="search"
        value={text}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => type(event.target.value, event.timeStamp)}
        aria-label="Search the catalog"
        placeholder="Name, brand, country or product id"
        className="ps-8"
      />
    </div>
  );
}
