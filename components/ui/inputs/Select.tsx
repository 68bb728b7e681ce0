import { ChevronDown } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import type { ComponentProps } from "react";
import { CONTROL } from "./controlClasses.ts";
import { cx } from "#components/ui/cx.ts";

export type SelectOption = {
  value: string;
  label: string;
  disabled?: boolean;
  /** The label is a value of the service or of people, such as a name: browsers don't translate it. */
  isValue?: boolean;
};
export type SelectProps = Omit<ComponentProps<"select">, "multiple"> & { options?: readonly SelectOption[] };

/** The platform's own list, which works with every keyboard, screen reader and phone. */
export function Select({ options, className, children, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select {...rest} className={cx(CONTROL, "truncate appearance-none pe-8", className)}>
        {children}
        {options?.map((option) => (
          <option
            key={option.value}
            value={option.value}
            disabled={option.disabled}
            translate={option.isValue ? "no" : undefined}
          >
            {option.label}
          </option>
        ))}
      </select>
      <Icon
        shape={ChevronDown}
        className="pointer-events-none absolute inset-y-0 end-2.5 my-auto size-4 text-ink-faint"
      />
    </span>
  );
}
