"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ClaimTerms } from "#lib/contracts/claims/claims.ts";
import { LONGEST_TERM } from "#lib/contracts/claims/claimStates.ts";
import { changeClaimTerms, claimsKey } from "#lib/queries/claims.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";

/** Until when codes have to be claimed, and for administrators how to change that. */
export function ClaimTermsPart({ terms }: { terms: ClaimTerms }) {
  const mayChange = usePermission("settings.change");
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 text-ink-soft">
      <p>
        {terms.days === null
          ? "The supplier's term isn't stated, so no claim says until when it has to be sent."
          : `Claims have to be sent within ${counted(terms.days, "day", "days")} after the delivery.`}
      </p>
      {mayChange ? (
        <Button size="small" onClick={() => setOpen(true)}>
          Change term
        </Button>
      ) : null}
      {isOpen ? <TermDialog terms={terms} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function TermDialog({ terms, onClose }: { terms: ClaimTerms; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const [typed, setTyped] = useState(String(terms.days ?? ""));
  const [isChecked, setChecked] = useState(false);
  const digits = asciiDigits(typed.trim());
  const days = /^\d{1,4}$/.test(digits) ? Number(digits) : null;
  const isWrong = digits !== "" && (days === null || days < 1 || days > LONGEST_TERM);
  const save = useMutation({
    mutationFn: (body: ClaimTerms) => stepUp.run(() => changeClaimTerms(environment, body)),
    onSuccess: () => {
      // The term applies in both environments.
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[1] === claimsKey(environment)[1],
      });
      toast("Term saved.", { tone: "done" });
      onClose();
    },
  });
  return (
    <>
      <FormDialog
        onClose={onClose}
        title="Term for claims"
        description="As the supplier's terms say, for both environments."
        onSubmit={() => {
          setChecked(true);
          if (!isWrong) save.mutate({ days });
        }}
        loading={save.isPending}
        submitError={save.error ? asProblem(save.error) : null}
        submitLabel="Save term"
      >
        <Field
          label="Days after the delivery"
          hint="Leave blank if there is no term."
          error={isChecked && isWrong ? `Enter a whole number from 1 to ${formatCount(LONGEST_TERM)}.` : null}
        >
          {(control) => (
            <NumberInput
              {...control}
              kind="numeric"
              value={typed}
              maxLength={4}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
