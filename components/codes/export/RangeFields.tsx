"use client";

import { useState } from "react";
import { formatCount } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";
import { readRange, type Range } from "#components/codes/list/range.ts";

/** Chooses codes by their numbers, for copying and exporting. */
export function RangeFields({
  total,
  range,
  onChange,
}: {
  total: number;
  range: Range | null;
  onChange: (range: Range | null) => void;
}) {
  // Typed numbers stay as they are until they are a range; a choice in the list replaces them.
  const [typed, setTyped] = useState<{ from: string; to: string; of: Range | null } | null>(null);
  const given = typed !== null && typed.of === range ? typed : null;
  const from = given?.from ?? String(range?.from ?? 1);
  const to = given?.to ?? String(range?.to ?? total);
  const isWrong = readRange(from, to, total) === null;

  function type(next: { from: string; to: string }) {
    const read = readRange(next.from, next.to, total);
    setTyped({ ...next, of: read ?? range });
    if (read !== null) onChange(read);
  }

  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Codes to copy or export</legend>
      <span className="text-[0.8125rem] font-medium">Codes</span>
      <span className="w-22">
        <NumberInput
          kind="numeric"
          aria-label="From code number"
          value={from}
          aria-invalid={isWrong || undefined}
          onChange={(event) => type({ from: event.target.value, to })}
        />
      </span>
      <span className="text-ink-soft">to</span>
      <span className="w-22">
        <NumberInput
          kind="numeric"
          aria-label="To code number"
          value={to}
          aria-invalid={isWrong || undefined}
          onChange={(event) => type({ from, to: event.target.value })}
        />
      </span>
      <span className="text-[0.8125rem] text-ink-faint tabular-nums">of {formatCount(total)}</span>
      {range === null ? null : (
        <Button size="small" variant="quiet" onClick={() => onChange(null)}>
          Select all
        </Button>
      )}
    </fieldset>
  );
}
