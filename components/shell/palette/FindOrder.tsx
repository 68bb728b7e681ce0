"use client";

import { Search } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useState, type FormEvent } from "react";
import { readReference } from "#lib/orders/references/readReference.ts";
import { toast } from "#components/ui/feedback/toast.ts";
import { useOpenByReference } from "./useOpenByReference.ts";

/** Finds an order by either of its references, from every page. */
export function FindOrder() {
  const [text, setText] = useState("");
  const { openOrder, isSearching } = useOpenByReference();

  async function find(event: FormEvent) {
    event.preventDefault();
    const reference = readReference(text);
    if (reference === null || isSearching) return;
    const nothing = await openOrder(reference);
    if (nothing === null) setText("");
    else toast(nothing.title, { tone: "refused", detail: nothing.detail });
  }

  return (
    <form
      role="search"
      aria-label="Orders"
      onSubmit={(event) => void find(event)}
      aria-busy={isSearching}
      className="relative hidden min-w-0 max-w-sm grow sm:block"
    >
      <Icon
        shape={Search}
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
        className="block h-8 w-full min-w-0 rounded-md border border-line-strong bg-canvas ps-8 pe-2 text-ellipsis hover:border-ink-faint max-sm:text-base/6"
      />
    </form>
  );
}
