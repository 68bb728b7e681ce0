"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toMajorText } from "#lib/money/minorUnits.ts";
import { readNeutralAmount } from "#lib/money/typedAmount.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { changeWalletLimit } from "#lib/queries/wallet.ts";
import { AmountInput } from "#components/money/AmountInput.tsx";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Field } from "#components/ui/inputs/Field.tsx";

export type LimitDialogProps = { currency: string; limit: number | null; onClose: () => void };

/** Sets the balance below which everybody who sees the wallet is warned. */
export function LimitDialog({ currency, limit, onClose }: LimitDialogProps) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [typed, setTyped] = useState(limit === null ? "" : toMajorText(limit, currency));
  const [wasSent, setWasSent] = useState(false);
  const read = typed.trim() === "" ? null : readNeutralAmount(typed, currency);
  const problem = read?.ok === false ? read.message : null;
  const stepUp = useStepUp();
  const amount = read?.ok === true ? read.minor : null;
  const save = useMutation({
    mutationFn: () => stepUp.run(() => changeWalletLimit(client, environment, { currency, amount })),
    onSuccess: () => {
      toast(read === null ? `Limit of ${currency} removed` : `Limit of ${currency} saved`, {
        tone: "done",
        values: [currency],
      });
      onClose();
    },
  });
  return (
    <>
      <FormDialog
        onClose={onClose}
        title={`Warn of a low balance in ${currency}`}
        description="You see a warning on Overview and Wallet when less is available. Leave blank for no limit."
        onSubmit={() => {
          setWasSent(true);
          if (problem === null) save.mutate();
        }}
        loading={save.isPending}
        submitError={save.error === null ? null : asProblem(save.error)}
        submitLabel="Save limit"
      >
        <Field label="Warn below" error={wasSent ? problem : null}>
          {(control) => <AmountInput {...control} value={typed} currency={currency} onAmount={setTyped} />}
        </Field>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
