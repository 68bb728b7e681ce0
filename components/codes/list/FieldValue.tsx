"use client";

import { formatInstant } from "#components/time/formats.ts";
import { cx } from "#components/ui/cx.ts";

/** One field of a code, as the service wrote it; a plain date is formatted, with the original as its tooltip. */
export function FieldValue({
  label,
  labelled,
  value,
  isCode,
}: {
  label: string;
  /** Shows its label even under a column heading, because it shares the column with other fields. */
  labelled: boolean;
  value: string;
  isCode: boolean;
}) {
  const date = plainDate(value);
  return (
    <span className="flex min-w-0 items-baseline gap-x-2 max-md:w-full">
      <span className={cx("shrink-0 text-[0.8125rem] text-ink-faint", labelled ? "" : "md:sr-only")}>
        {label}
      </span>
      <span
        translate="no"
        title={date === null ? undefined : value}
        className={cx(
          "min-w-0 wrap-anywhere select-all",
          // Spaces and line breaks are part of what was delivered.
          date === null ? "whitespace-pre-wrap" : "",
          isCode
            ? "font-mono font-medium"
            : date === null
              ? "font-mono text-[0.8125rem]"
              : "text-[0.8125rem]",
        )}
      >
        {date ?? value}
      </span>
    </span>
  );
}

/** `2028-11-22`, which has no time zone, as "22 Nov 2028". */
function plainDate(value: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : formatInstant(at, "date", "UTC");
}
