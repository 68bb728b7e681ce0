import { CircleAlert } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useId, type ComponentProps, type ReactNode } from "react";
import { cx } from "#components/ui/cx.ts";

/** The properties that connect a control with its label, hint and error. Spread them over the control. */
export type FieldControl = {
  id: string;
  required: boolean | undefined;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

export type FieldProps = {
  label: ReactNode;
  /** The label is read out but not visible, for example in a table with column headings. */
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
};

/** Combines label, control, hint and error. */
export function Field({ label, labelHidden, hint, error, required, className, children }: FieldProps) {
  const id = useId();
  const hasError = error !== undefined && error !== null && error !== false && error !== "";
  const described = [hint ? `${id}-hint` : null, hasError ? `${id}-error` : null].filter(Boolean).join(" ");
  return (
    <div className={cx("flex flex-col gap-1", className)}>
      <Label htmlFor={id} className={labelHidden ? "sr-only" : undefined}>
        {label}
      </Label>
      {children({
        id,
        required,
        "aria-describedby": described === "" ? undefined : described,
        "aria-invalid": hasError || undefined,
      })}
      {hint ? <Hint id={`${id}-hint`}>{hint}</Hint> : null}
      {hasError ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}

export function Label({ className, children, ...rest }: ComponentProps<"label">) {
  return (
    <label {...rest} className={cx("text-[0.8125rem] font-medium text-ink", className)}>
      {children}
    </label>
  );
}

export function Hint({ className, ...rest }: ComponentProps<"p">) {
  return <p {...rest} className={cx("text-[0.8125rem] text-ink-faint", className)} />;
}

export function FieldError({ className, children, ...rest }: ComponentProps<"p">) {
  return (
    <p {...rest} className={cx("flex gap-1 text-[0.8125rem] text-refused", className)}>
      <Icon shape={CircleAlert} className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
