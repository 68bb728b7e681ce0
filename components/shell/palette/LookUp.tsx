"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, type FormEvent } from "react";
import { readReference } from "#lib/orders/references/readReference.ts";
import { paths } from "#lib/paths.ts";

/** Finds one order by either of its references, from every page. */
export function LookUp() {
  const router = useRouter();
  const [text, setText] = useState("");

  function find(event: FormEvent) {
    event.preventDefault();
    const reference = readReference(text);
    if (reference === null) return;
    setText("");
    router.push(paths.order(reference));
  }

  return (
    <form
      role="search"
      aria-label="Orders"
      onSubmit={find}
      className="relative hidden min-w-0 max-w-sm grow sm:block"
    >
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-ink-faint"
      />
      <input
        type="search"
        name="reference"
        aria-label="Find an order by reference or order ID"
        placeholder="Find an order by reference or order ID"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="block h-8 w-full min-w-0 rounded-md border border-line-strong bg-canvas ps-8 pe-2 text-ellipsis hover:border-ink-faint max-sm:text-base"
      />
    </form>
  );
}
