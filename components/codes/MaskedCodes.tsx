"use client";

import { useState } from "react";
import { Form } from "#components/form/Form.tsx";
import { usePermission } from "#components/shell/ViewerProvider.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { CODES_AT_ONCE, type Reveal } from "./useReveal.ts";

const PLACEHOLDERS = 3;

/** That codes exist, and how to see them; for those who may not, that they may not. */
export function MaskedCodes({
  count,
  mayReveal,
  reveal,
}: {
  count: number | null;
  mayReveal: boolean;
  reveal: Reveal;
}) {
  // A partial order's codes may be withheld by the service itself (docs/service-interface.md §3, rule 2).
  const isPermitted = usePermission("codes.reveal");
  const [reason, setReason] = useState("");
  const rows = Math.min(PLACEHOLDERS, count ?? 1);
  return (
    <div className="grid gap-4 py-3 sm:grid-cols-2">
      <div aria-hidden className="font-mono text-ink-faint select-none">
        {Array.from({ length: rows }, (_, row) => (
          <p key={row} className="flex h-7 items-center gap-3">
            <span className="w-8 text-end text-[0.8125rem]">{row + 1}</span>
            <span>•••• •••• •••• ••••</span>
          </p>
        ))}
        {count !== null && count > rows ? (
          <p className="h-7 ps-11 text-[0.8125rem]">and {(count - rows).toLocaleString("en")} more</p>
        ) : null}
      </div>
      {mayReveal ? (
        <Form
          onSubmit={() => reveal.show(0, reason)}
          loading={reveal.busy}
          submitError={reveal.problem}
          submitLabel={labelOf(count)}
          className="flex flex-col gap-2"
        >
          <Field label="Reason (optional)" hint="Revealing is recorded in the timeline, with your name.">
            {(control) => (
              <TextInput
                {...control}
                maxLength={500}
                autoComplete="off"
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        </Form>
      ) : (
        <p className="text-ink-soft">
          {isPermitted
            ? "The service delivered these codes, but shows them only once the order is completed. They appear here then."
            : "The codes exist. Your role does not show them; ask a buyer or an administrator of your team."}
        </p>
      )}
    </div>
  );
}

function labelOf(count: number | null): string {
  if (count === null) return "Reveal the codes";
  if (count === 1) return "Reveal the code";
  return count > CODES_AT_ONCE
    ? `Reveal the first ${CODES_AT_ONCE} of ${count.toLocaleString("en")} codes`
    : `Reveal ${count} codes`;
}
