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
  /** Null while it is not known; then the text stays as it was typed. */
  currency: string | null;
  onAmount: (neutral: string) => void;
  /** Shown behind the field; the currency, unless it stands elsewhere. */
  unit?: string | null;
};

/** An amount, typed as the member's locale writes amounts. When the field is left, it shows how the amount was understood. */
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
      // A text that is not of this field any more was replaced, such as by a step.
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
