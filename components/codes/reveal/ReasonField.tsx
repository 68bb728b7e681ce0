"use client";

import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";

/** Why codes are needed; the account's rules decide whether a reason is required. */
export function ReasonField({
  required,
  isMissing,
  value,
  onChange,
}: {
  required: boolean;
  /** The form was submitted without a reason. */
  isMissing: boolean;
  value: string;
  onChange: (reason: string) => void;
}) {
  return (
    <Field
      label={required ? "Reason" : "Reason (optional)"}
      hint="Recorded in the order's timeline with your name."
      required={required}
      error={
        required && isMissing && value.trim() === ""
          ? "Say why you need these codes. Your team asks for a reason."
          : null
      }
    >
      {(control) => (
        <TextInput
          {...control}
          maxLength={500}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
