import type { ComponentProps } from "react";
import { CONTROL } from "./controlClasses.ts";
import { cx } from "#components/ui/cx.ts";

export function TextArea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={rows} {...rest} className={cx(CONTROL, "resize-y", className)} />;
}
