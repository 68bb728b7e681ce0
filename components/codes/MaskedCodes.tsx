"use client";

import { useState } from "react";
import { formatCount } from "#lib/text/counts.ts";
import { Form } from "#components/form/Form.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { ConfirmPassword, SignInAgain } from "./ConfirmPassword.tsx";
import { CODES_AT_ONCE, type Reveal } from "./useReveal.ts";

const PLACEHOLDERS = 3;

/** That codes exist, and how to reveal them; for those who may not, why not. */
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
  const toConfirm = mayReveal ? reveal.reauthenticate : null;
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
          <p className="h-7 ps-11 text-[0.8125rem]">and {formatCount(count - rows)} more</p>
        ) : null}
      </div>
      {toConfirm === "password" ? (
        <ConfirmPassword reveal={reveal} />
      ) : toConfirm === "sign-in" ? (
        <SignInAgain />
      ) : mayReveal ? (
        <Form
          onSubmit={() => reveal.show(0, reason)}
          loading={reveal.busy}
          submitError={reveal.problem}
          submitLabel={labelOf(count)}
          className="flex flex-col gap-2"
        >
          <Field label="Reason (optional)" hint="Recorded in the order's timeline with your name.">
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
            ? "The service shows these codes only once the order is completed. You can reveal them then."
            : "Your role can't reveal codes. Ask a buyer or an administrator of your team."}
        </p>
      )}
    </div>
  );
}

function labelOf(count: number | null): string {
  if (count === null) return "Reveal codes";
  if (count === 1) return "Reveal 1 code";
  return count > CODES_AT_ONCE
    ? `Reveal first ${CODES_AT_ONCE} of ${formatCount(count)} codes`
    : `Reveal ${count} codes`;
}
