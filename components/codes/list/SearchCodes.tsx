"use client";

import { useState, type FormEvent } from "react";
import { counted } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import type { Shown } from "#components/codes/reveal/useReveal.ts";

/** Finds codes by serial number, expiry or a further field: never by the code itself. */
export function SearchCodes({
  found,
  busy,
  onSearch,
}: {
  found: Shown["found"];
  busy: boolean;
  onSearch: (search: string | null) => void;
}) {
  const [typed, setTyped] = useState(found?.search ?? "");
  function submit(event: FormEvent) {
    event.preventDefault();
    const search = typed.trim();
    if (!busy) onSearch(search === "" ? null : search);
  }
  return (
    <form role="search" aria-label="Codes" onSubmit={submit} className="flex flex-wrap items-center gap-2">
      <span className="w-44">
        <TextInput
          code
          type="search"
          aria-label="Serial number"
          placeholder="Serial number"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </span>
      <Button type="submit" loading={busy}>
        Find
      </Button>
      {found === null ? null : (
        <>
          <span className="text-[0.8125rem] text-ink-soft tabular-nums">
            {counted(found.total, "code", "codes")} found
          </span>
          <Button
            variant="quiet"
            onClick={() => {
              setTyped("");
              onSearch(null);
            }}
          >
            Show all codes
          </Button>
        </>
      )}
    </form>
  );
}
