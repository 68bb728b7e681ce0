"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ANY_OTHER_CURRENCY, type SetLimitRequest, type SpendingLimit } from "#lib/contracts/team/limits.ts";
import type { MemberView } from "#lib/contracts/team/member.ts";
import { limitsQuery, setLimit } from "#lib/queries/team/limits.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { AmountInput } from "#components/money/AmountInput.tsx";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ENVIRONMENT_WORDS } from "#components/shell/environment/environments.ts";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { useRoles } from "#components/shell/roles/useRoles.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { CurrencyControl } from "./CurrencyControl.tsx";
import {
  AMOUNT_LABELS,
  currencyOf,
  limitOf,
  NO_AMOUNTS,
  startOf,
  subjectOptions,
  type TypedLimit,
} from "./typedLimit.ts";

/** Adds the limits of a member or a role in one currency, or changes existing ones. */
export function LimitDialog({
  known,
  members,
  onClose,
}: {
  known: SpendingLimit | null;
  members: readonly MemberView[];
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [typed, setTyped] = useState<TypedLimit>(() => startOf(known));
  const [asked, setAsked] = useState(false);
  const roles = useRoles();
  const stepUp = useStepUp();
  const save = useMutation({
    mutationFn: (body: SetLimitRequest) => stepUp.run(() => setLimit(environment, body)),
    onSuccess: (view) => {
      client.setQueryData(limitsQuery(environment).queryKey, view);
      toast("Limits saved.", { tone: "done" });
      onClose();
    },
  });
  const { limit, errors } = limitOf(typed, known);
  const errorOf = (name: keyof TypedLimit) => (asked ? errors[name] : undefined);
  const set = (name: keyof TypedLimit, value: string) => setTyped((now) => ({ ...now, [name]: value }));
  return (
    <>
      <FormDialog
        onClose={onClose}
        title={known === null ? "Add limit" : "Edit limit"}
        description={`For orders in the ${ENVIRONMENT_WORDS[environment].name.toLowerCase()} environment.`}
        onSubmit={() => {
          setAsked(true);
          if (limit !== null) save.mutate(limit);
        }}
        loading={save.isPending}
        submitError={save.error ? asProblem(save.error) : null}
        submitLabel="Save limit"
        moreActions={
          known === null ? null : (
            <Button
              variant="danger"
              disabled={save.isPending}
              onClick={() => save.mutate({ subject: known.subject, currency: known.currency, ...NO_AMOUNTS })}
            >
              Remove limit
            </Button>
          )
        }
      >
        <Field label="For" error={errorOf("subject")} required>
          {(control) => (
            <Select
              {...control}
              value={typed.subject}
              disabled={known !== null}
              options={subjectOptions(members, roles, environment, known)}
              onChange={(event) => set("subject", event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Currency"
          hint="Amounts for any other currency are in its minor units, such as cents."
          error={errorOf("currency")}
          required
        >
          {(control) => (
            <CurrencyControl
              {...control}
              value={typed.currency}
              disabled={known !== null}
              onCurrency={(currency) => set("currency", currency)}
            />
          )}
        </Field>
        {AMOUNT_LABELS.map(([name, label]) => (
          <Field key={name} label={label} hint="Leave blank for no limit." error={errorOf(name)}>
            {(control) => (
              <AmountInput
                {...control}
                currency={currencyOf(typed)}
                unit={unitOf(currencyOf(typed))}
                value={typed[name]}
                onAmount={(amount) => set(name, amount)}
              />
            )}
          </Field>
        ))}
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

/** Each currency has decimals of its own, so one amount for many can only count the smallest parts. */
function unitOf(currency: string | null): string | null {
  return currency === ANY_OTHER_CURRENCY ? "minor units" : currency;
}
