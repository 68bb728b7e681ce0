"use client";

import type { ReactNode } from "react";
import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { Checkbox } from "#components/ui/Checkbox.tsx";
import { FieldError } from "#components/ui/Field.tsx";

export type CheckboxFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: ReactNode;
};

export function CheckboxField<Values extends FieldValues>({
  control,
  name,
  label,
}: CheckboxFieldProps<Values>) {
  const { field, fieldState } = useController({ control, name });
  const { value, ...rest } = field;
  return (
    <div>
      <Checkbox
        {...rest}
        label={label}
        checked={value === true}
        aria-invalid={fieldState.invalid || undefined}
      />
      {fieldState.error ? <FieldError>{fieldState.error.message}</FieldError> : null}
    </div>
  );
}
