"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { RESTOCK_MODES, type RestockRule, type RestockRules } from "#lib/contracts/restock/restockRules.ts";
import { productQuery } from "#lib/queries/catalog/catalog.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { changeRule, makeRule, removeRule, rulesQuery } from "#lib/queries/restock.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { AmountInput } from "#components/money/AmountInput.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { MODE_LABELS } from "./ruleWords.ts";
import { readTypedRule, startOfRule, type RuleErrors, type TypedRule } from "./typedRule.ts";

export type RuleDialogProps = {
  /** The rule that is changed; null: a new one. */
  known: RestockRule | null;
  /** The product of a new one, if it is known. */
  productId: number | null;
  onClose: () => void;
};

/** Makes a restock rule, or changes, pauses or removes one. */
export function RuleDialog({ known, productId, onClose }: RuleDialogProps) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const [typed, setTyped] = useState<TypedRule>(() => startOfRule(known, productId));
  const [asked, setAsked] = useState(false);
  // The service is asked once the whole ID is there.
  const [chosen, setChosen] = useState(known?.productId ?? productId ?? 0);
  const product = useQuery({ ...productQuery(environment, chosen), enabled: chosen > 0 }).data;
  const currency = product?.currencyCode ?? known?.currency ?? null;
  const isOpen = product?.denomination === "open" || typed.amount !== "";
  const save = useMutation({
    mutationFn: (send: () => Promise<RestockRules>) => stepUp.run(send),
    onSuccess: (rules) => {
      client.setQueryData(rulesQuery(environment).queryKey, rules);
      toast("Restock rule saved.", { tone: "done" });
      onClose();
    },
  });
  const { terms, errors } = readTypedRule(typed, { currency, isOpen });
  const set = (name: keyof TypedRule) => (value: string) => setTyped((now) => ({ ...now, [name]: value }));
  const submit = (paused: boolean) => {
    setAsked(true);
    if (terms === null) return;
    const { productId: of, ...rest } = terms;
    save.mutate(() =>
      known === null
        ? makeRule(environment, { productId: of, ...rest })
        : changeRule(environment, known.id, { ...rest, version: known.version, paused }),
    );
  };
  const field = { typed, errors: asked ? errors : {}, set };
  return (
    <>
      <FormDialog
        onClose={onClose}
        title={known === null ? "Add restock rule" : "Edit restock rule"}
        description={product?.name ?? known?.productName ?? "Looks after the stock of one product."}
        onSubmit={() => submit(known?.paused ?? false)}
        loading={save.isPending}
        submitError={save.error ? asProblem(save.error) : null}
        submitLabel="Save restock rule"
        moreActions={
          known === null ? null : (
            <>
              <Button
                variant="danger"
                disabled={save.isPending}
                onClick={() => save.mutate(() => removeRule(environment, known.id))}
              >
                Remove rule
              </Button>
              <Button disabled={save.isPending} onClick={() => submit(!known.paused)}>
                {known.paused ? "Resume rule" : "Pause rule"}
              </Button>
            </>
          )
        }
      >
        {known === null ? (
          <CountField
            {...field}
            name="productId"
            label="Product ID"
            hint="As the catalog shows it."
            onLeave={() => setChosen(Number(asciiDigits(typed.productId.trim())) || 0)}
          />
        ) : null}
        <Field
          label="When too few are left"
          hint={
            typed.mode === "order"
              ? "Another member who approves orders has to approve the rule first."
              : undefined
          }
          required
        >
          {(control) => (
            <Select
              {...control}
              value={typed.mode}
              options={RESTOCK_MODES.map((value) => ({ value, label: MODE_LABELS[value] }))}
              onChange={(event) => {
                const mode = RESTOCK_MODES.find((each) => each === event.target.value);
                if (mode !== undefined) setTyped((now) => ({ ...now, mode }));
              }}
            />
          )}
        </Field>
        <CountField
          {...field}
          name="keep"
          label="Keep at least"
          hint="Untouched codes, ordered ones and those in drafts of rules count."
        />
        <CountField {...field} name="refillTo" label="Refill to" hint="Never to more than this." />
        <CountField {...field} name="multiple" label="In multiples of" hint="1: any number." />
        {isOpen ? (
          <MoneyField {...field} name="amount" label="Amount of each code" currency={currency} required />
        ) : null}
        <MoneyField
          {...field}
          name="highestPrice"
          label="Highest price of a code"
          currency={currency}
          required={typed.mode === "order"}
        />
        <MoneyField
          {...field}
          name="mostPerDay"
          label="Most in a day (UTC)"
          currency={currency}
          required={typed.mode === "order"}
        />
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

type FieldProps<Name extends keyof TypedRule> = {
  name: Name;
  label: string;
  typed: TypedRule;
  errors: RuleErrors;
  set: (name: keyof TypedRule) => (value: string) => void;
};

function CountField({
  name,
  label,
  hint,
  typed,
  errors,
  set,
  onLeave,
}: FieldProps<keyof TypedRule> & { hint: string; onLeave?: () => void }) {
  return (
    <Field label={label} hint={hint} error={errors[name]} required>
      {(control) => (
        <NumberInput
          {...control}
          kind="numeric"
          value={typed[name]}
          maxLength={9}
          onChange={(event) => set(name)(event.target.value)}
          onBlur={onLeave}
        />
      )}
    </Field>
  );
}

function MoneyField({
  name,
  label,
  typed,
  errors,
  set,
  currency,
  required,
}: FieldProps<"amount" | "highestPrice" | "mostPerDay"> & { currency: string | null; required: boolean }) {
  return (
    <Field
      label={label}
      hint={required ? undefined : "Leave blank for any."}
      error={errors[name]}
      required={required}
    >
      {(control) => (
        <AmountInput
          {...control}
          currency={currency}
          unit={currency ?? ""}
          value={typed[name]}
          onAmount={set(name)}
        />
      )}
    </Field>
  );
}
