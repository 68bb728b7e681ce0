"use client";

import { RESTOCK_MODES } from "#lib/contracts/restock/restockRules.ts";
import { AmountInput } from "#components/money/AmountInput.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { MODE_LABELS } from "./ruleWords.ts";
import type { RuleErrors, TypedRule } from "./typedRule.ts";

/** What is typed, what is wrong with it, and how it is changed. */
export type TypedProps = {
  typed: TypedRule;
  errors: RuleErrors;
  set: (name: keyof TypedRule) => (value: string) => void;
};

/** What a rule does, for how many codes, and up to which prices. */
export function TermsFields({
  setMode,
  isOfView,
  isOpen,
  currency,
  ...field
}: TypedProps & {
  setMode: (mode: TypedRule["mode"]) => void;
  isOfView: boolean;
  isOpen: boolean;
  currency: string | null;
}) {
  const { typed } = field;
  return (
    <>
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
              if (mode !== undefined) setMode(mode);
            }}
          />
        )}
      </Field>
      <CountField
        {...field}
        name="keep"
        label="Keep at least"
        hint={`${isOfView ? "Of each product. " : ""}Untouched codes, ordered ones and those in drafts of rules count.`}
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
        hint={isOfView ? "For all products of the view together." : undefined}
        currency={currency}
        required={typed.mode === "order"}
      />
    </>
  );
}

type FieldProps<Name extends keyof TypedRule> = TypedProps & { name: Name; label: string };

/** A field for a whole number. */
export function CountField({
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
  hint,
}: FieldProps<"amount" | "highestPrice" | "mostPerDay"> & {
  currency: string | null;
  required: boolean;
  hint?: string | undefined;
}) {
  const hints = [...(hint === undefined ? [] : [hint]), ...(required ? [] : ["Leave blank for any."])];
  return (
    <Field
      label={label}
      hint={hints.length === 0 ? undefined : hints.join(" ")}
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
