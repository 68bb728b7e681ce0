"use client";

import { useEffect, useRef } from "react";
import { fieldLabel } from "#lib/codes/fieldLabels.ts";
import type { Code } from "#lib/contracts/codes.ts";
import { formatCount } from "#lib/text/counts.ts";
import { SubmitError } from "#components/form/Form.tsx";
import { useNow } from "#components/time/useNow.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { codesText, codeText } from "./codeText.ts";
import { CODES_AT_ONCE, MASK_AFTER_MS, type Reveal, type ShownCodes } from "./useReveal.ts";

/** Codes in clear text, for a minute. */
export function RevealedCodes({ shown, reveal }: { shown: ShownCodes; reveal: Reveal }) {
  const { items, total, skip, reason } = shown;
  const list = useRef<HTMLOListElement>(null);
  // The button that had the focus is gone: people who work by keyboard continue at the codes.
  useEffect(() => list.current?.focus(), []);
  return (
    <div className="py-3">
      <div className="flex flex-wrap items-center gap-2 pb-2">
        <Button onClick={reveal.hide}>Hide codes</Button>
        {items.length > 1 ? (
          <CopyButton labelled value={codesText(items)} label={`Copy ${items.length} codes`} />
        ) : null}
        <HidesIn until={shown.until} />
      </div>
      {reveal.problem ? <SubmitError problem={reveal.problem} /> : null}
      {items.length === 0 ? <p className="py-2 text-ink-soft">The service returned no codes.</p> : null}
      <ol ref={list} tabIndex={-1} aria-label="Codes">
        {items.map((code) => (
          <CodeRow key={code.index} code={code} />
        ))}
      </ol>
      {total > CODES_AT_ONCE ? (
        <nav aria-label="Pages of codes" className="flex flex-wrap items-center gap-2 pt-3">
          <Button
            disabled={skip === 0 || reveal.busy}
            onClick={() => void reveal.show(Math.max(0, skip - CODES_AT_ONCE), reason)}
          >
            Previous {CODES_AT_ONCE}
          </Button>
          <Button
            disabled={skip + CODES_AT_ONCE >= total || reveal.busy}
            onClick={() => void reveal.show(skip + CODES_AT_ONCE, reason)}
          >
            Next {Math.min(CODES_AT_ONCE, Math.max(1, total - skip - CODES_AT_ONCE))}
          </Button>
          <span className="text-ink-soft tabular-nums">
            {`${skip + 1} to ${skip + items.length} of ${formatCount(total)}`}
          </span>
        </nav>
      ) : null}
    </div>
  );
}

function HidesIn({ until }: { until: number }) {
  const now = useNow(1_000);
  const seconds = Math.min(MASK_AFTER_MS / 1_000, Math.max(0, Math.ceil((until - now) / 1_000)));
  return <span className="text-[0.8125rem] text-ink-faint tabular-nums">Hides in {seconds} s</span>;
}

function CodeRow({ code }: { code: Code }) {
  const fields = Object.entries(code.fields);
  const number = code.index + 1;
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line py-1.5 last:border-b-0">
      <span className="w-8 shrink-0 text-end text-[0.8125rem] text-ink-faint tabular-nums">{number}</span>
      <dl className="flex min-w-0 grow flex-wrap gap-x-6 gap-y-1">
        {fields.map(([name, value]) => (
          <div key={name} className="flex min-w-0 flex-wrap items-center gap-x-2">
            <dt className="text-[0.8125rem] text-ink-faint">{fieldLabel(name)}</dt>
            <dd className="flex min-w-0 items-center gap-1 font-mono wrap-anywhere">
              <span className="min-w-0 select-all">{value}</span>
              {fields.length > 1 ? (
                <CopyButton value={value} label={`Copy ${fieldLabel(name)} of code ${number}`} />
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      <CopyButton value={codeText(code)} label={`Copy code ${number}`} />
    </li>
  );
}
