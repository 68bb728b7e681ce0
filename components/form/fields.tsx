"use client";

import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { Field, type FieldProps } from "#components/ui/inputs/Field.tsx";
import { Select, type SelectOption } from "#components/ui/inputs/Select.tsx";
import { TextInput, type TextInputProps } from "#components/ui/inputs/TextInput.tsx";

export type FormFieldProps<Values extends FieldValues> = Omit<FieldProps, "children" | "error"> & {
  control: Control<Values>;
  name: FieldPath<Values>;
};

type TextFieldProps<Values extends FieldValues> = FormFieldProps<Values> &
  Pick<
    TextInputProps,
    "type" | "autoComplete" | "placeholder" | "code" | "readOnly" | "autoFocus" | "maxLength"
  >;

export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { control, name, label, labelHidden, hint, required, className, ...input } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Field
      label={label}
      labelHidden={labelHidden}
      hint={hint}
      required={required}
      className={className}
      error={fieldState.error?.message}
    >
      {(a11y) => <TextInput {...a11y} {...input} {...field} value={field.value ?? ""} />}
    </Field>
  );
}

export function SelectField<Values extends FieldValues>(
  props: FormFieldProps<Values> & { options: readonly SelectOption[] },
) {
  const { control, name, options, ...rest } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Field {...rest} error={fieldState.error?.message}>
      {(a11y) => <Select {...a11y} {...field} options={options} value={field.value ?? ""} />}
    </Field>
  );
}
