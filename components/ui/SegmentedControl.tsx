"use client";

import { useId, type ReactNode } from "react";

export type Segment<Value extends string> = { value: Value; label: ReactNode };
export type SegmentedControlProps<Value extends string> = {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** One of a few, all in sight. Radio buttons underneath, so the keyboard knows them. */
export function SegmentedControl<Value extends string>({
  label,
  segments,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset className="inline-flex rounded-md border border-line bg-surface p-0.5">
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          className="relative flex min-h-7 cursor-pointer items-center gap-1.5 rounded-sm px-2.5 font-medium text-ink-soft hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-sm has-checked:ring-1 has-checked:ring-line has-focus-visible:outline-2 has-focus-visible:outline-offset-1"
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
            className="absolute inset-0 m-0 size-full cursor-pointer appearance-none outline-none"
          />
          {segment.label}
        </label>
      ))}
    </fieldset>
  );
}
