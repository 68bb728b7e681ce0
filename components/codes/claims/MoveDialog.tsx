"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Claim, MoveClaimRequest } from "#lib/contracts/claims/claims.ts";
import type { ClaimState } from "#lib/contracts/claims/claimStates.ts";
import { claimsKey, moveClaim } from "#lib/queries/claims.ts";
import { stockQuery } from "#lib/queries/codes.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { beyondFields } from "#components/form/beyondFields.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { AmountInput } from "#components/money/AmountInput.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { readTypedMove, startOfMove, type MoveErrors, type TypedMove } from "./typedMove.ts";

/** Which claim goes to which state. */
export type Move = { claim: Claim; to: ClaimState };

const WORDS: Record<Exclude<ClaimState, "open">, { title: string; submit: string; about: string }> = {
  sent: {
    title: "Claim sent to the supplier",
    submit: "Save as sent",
    about: "Send it yourself, with the evidence. Codedesk only notes that you did.",
  },
  replaced: {
    title: "Code replaced",
    submit: "Save as replaced",
    about: "Name the code that replaces it: the order that brought it, and its number there.",
  },
  credited: {
    title: "Code credited",
    submit: "Save as credited",
    about: "Name the day on which the money came into the wallet, as the page Wallet lists it.",
  },
  refused: {
    title: "Claim refused",
    submit: "Save as refused",
    about: "The supplier has refused the claim.",
  },
  withdrawn: {
    title: "Withdraw the claim",
    submit: "Withdraw claim",
    about: "The code works after all. It can be handed out again if nobody was given it.",
  },
};

/** Brings a claim to another state, with what that state needs. */
export function MoveDialog({ move: { claim, to }, onClose }: { move: Move; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [typed, setTyped] = useState<TypedMove>(() => startOfMove());
  const [isChecked, setChecked] = useState(false);
  const save = useMutation({
    mutationFn: (body: MoveClaimRequest) => moveClaim(environment, claim.id, body),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: claimsKey(environment) });
      void client.invalidateQueries({ queryKey: stockQuery(environment).queryKey });
      toast("Claim saved.", { tone: "done" });
      onClose();
    },
  });
  if (to === "open") return null;
  const { request, errors } = readTypedMove(to, typed);
  const { title, submit, about } = WORDS[to];
  const problem = save.error ? asProblem(save.error) : null;
  const fields: Fields = {
    typed,
    errors: { ...problem?.fields, ...(isChecked ? errors : {}) },
    set: (name) => (value) => setTyped((now) => ({ ...now, [name]: value })),
  };
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={about}
      onSubmit={() => {
        setChecked(true);
        if (request !== null) save.mutate(request);
      }}
      loading={save.isPending}
      submitError={beyondFields(problem, Object.keys(typed))}
      submitLabel={submit}
    >
      {to === "sent" ? (
        <TextField {...fields} name="supplierReference" label="Supplier's reference (optional)" />
      ) : null}
      {to === "refused" ? <TextField {...fields} name="reason" label="Why it was refused" isNeeded /> : null}
      {to === "replaced" ? (
        <>
          <TextField {...fields} name="order" label="Order that brought the replacement" isNeeded />
          <Field label="Number of the code in that order" error={fields.errors.number} required>
            {(control) => (
              <NumberInput
                {...control}
                kind="numeric"
                maxLength={7}
                value={typed.number}
                onChange={(event) => fields.set("number")(event.target.value)}
              />
            )}
          </Field>
        </>
      ) : null}
      {to === "credited" ? <CreditFields {...fields} /> : null}
    </FormDialog>
  );
}

type Fields = {
  typed: TypedMove;
  errors: MoveErrors;
  set: (name: keyof TypedMove) => (value: string) => void;
};

function TextField({
  name,
  label,
  isNeeded = false,
  typed,
  errors,
  set,
}: Fields & {
  name: "supplierReference" | "reason" | "order" | "currency";
  label: string;
  isNeeded?: boolean;
}) {
  return (
    <Field label={label} error={errors[name]} required={isNeeded}>
      {(control) => (
        <TextInput
          {...control}
          code={name === "order"}
          maxLength={500}
          autoComplete="off"
          value={typed[name]}
          onChange={(event) => set(name)(event.target.value)}
        />
      )}
    </Field>
  );
}

function CreditFields(fields: Fields) {
  const { typed, errors, set } = fields;
  const currency = typed.currency.trim().toUpperCase();
  return (
    <>
      <TextField {...fields} name="currency" label="Currency" isNeeded />
      <Field label="Amount" error={errors.amount} required>
        {(control) => (
          <AmountInput
            {...control}
            currency={currency === "" ? null : currency}
            value={typed.amount}
            onAmount={set("amount")}
          />
        )}
      </Field>
      <Field label="Day of the movement (UTC)" error={errors.day} required>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={typed.day}
            onChange={(event) => set("day")(event.target.value)}
          />
        )}
      </Field>
    </>
  );
}
