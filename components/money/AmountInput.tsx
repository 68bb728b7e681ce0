"use client";

import { useState, type ComponentProps } from "react";
import { neutralAmount, shownAmount } from "#lib/money/typedAmount.ts";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";

export type AmountInputProps = Omit<
  ComponentProps<typeof NumberInput>,
  "kind" | "unit" | "value" | "onChange" | "maxLength"
> & {
  /** The neutral text of the amount (lib/money/typedAmount.ts). */
  value: string;
  /** Null while it is not known; the text then stays as it was typed. */
  currency: string | null;
  onAmount: (neutral: string) => void;
  /** Shown after the field: the currency, unless it is shown elsewhere. */
  unit?: string | null;
};

/** A field for an amount in the member's locale. When the field is left, it shows how the amount was understood. */
export function AmountInput({
  value,
  currency,
  onAmount,
  unit = currency,
  onBlur,
  ...rest
}: AmountInputProps) {
  const [typing, setTyping] = useState<{ text: string; neutral: string } | null>(null);
  return (
    <NumberInput
      {...rest}
      kind="decimal"
      unit={unit}
      // If the text no longer belongs to this value, the value was replaced, for example by a step.
      value={typing !== null && typing.neutral === value ? typing.text : shownAmount(value, currency)}
      maxLength={60}
      onChange={({ target: { value: text } }) => {
        const neutral = neutralAmount(text, currency);
        setTyping({ text, neutral });
        onAmount(neutral);
      }}
      onBlur={(event) => {
        setTyping(null);
        onBlur?.(event);
      }}
    />
  );
}
