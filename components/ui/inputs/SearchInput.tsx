import { Search } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import type { ComponentProps } from "react";
import { cx } from "#components/ui/cx.ts";
import { TextInput } from "./TextInput.tsx";

/** A search field for at most 200 characters. `className` applies to the frame around field and icon. */
export function SearchInput({ className, ...rest }: Omit<ComponentProps<typeof TextInput>, "type">) {
  return (
    <div className={cx("relative min-w-0", className)}>
      <Icon
        shape={Search}
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-ink-faint"
      />
      <TextInput
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        {...rest}
        type="search"
        className="truncate ps-8"
      />
    </div>
  );
}
