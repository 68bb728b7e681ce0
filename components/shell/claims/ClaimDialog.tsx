"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Claim, OpenClaimRequest } from "#lib/contracts/claims/claims.ts";
import { LONGEST_SAID } from "#lib/contracts/claims/claimStates.ts";
import { claimsKey, openClaim } from "#lib/queries/claims.ts";
import { stockQuery } from "#lib/queries/codes.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { beyondFields } from "#components/form/beyondFields.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextArea } from "#components/ui/inputs/TextArea.tsx";

/** A code by its order and number, or by its hand-out. */
export type CodeToClaim = { order: string; number: number } | { handOutId: string };

export type ClaimDialogProps = {
  code: CodeToClaim;
  onClose: () => void;
  onOpened?: (claim: Claim) => void;
};

/** Notes that a code does not work, with what the customer said. */
export function ClaimDialog({ code, onClose, onOpened }: ClaimDialogProps) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [said, setSaid] = useState("");
  const open = useMutation({
    mutationFn: (body: OpenClaimRequest) => openClaim(environment, body),
    onSuccess: (claim) => {
      void client.invalidateQueries({ queryKey: claimsKey(environment) });
      void client.invalidateQueries({ queryKey: stockQuery(environment).queryKey });
      toast("Claim opened.", { tone: "done", detail: "See it on the page Claims." });
      onOpened?.(claim);
      onClose();
    },
  });
  const problem = open.error ? asProblem(open.error) : null;
  return (
    <FormDialog
      onClose={onClose}
      title="This code doesn't work"
      description="The claim is kept in Codedesk. The service is not told: send it to the supplier yourself."
      onSubmit={() => open.mutate({ ...code, said })}
      loading={open.isPending}
      submitError={beyondFields(problem, ["said"])}
      submitLabel="Open claim"
    >
      <Field label="What the customer said" hint="Without the code itself." error={problem?.fields?.["said"]}>
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            maxLength={LONGEST_SAID}
            value={said}
            onChange={(event) => setSaid(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
