import type { ComponentProps } from "react";
import { buttonClasses, type ButtonSize, type ButtonVariant } from "./buttonClasses.ts";
import { cx } from "#components/ui/cx.ts";
import { Spinner } from "#components/ui/display/Spinner.tsx";

export type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** An action is in progress: the button keeps its width and the focus, and ignores presses. */
  loading?: boolean;
};

export function Button({ variant, size, loading = false, className, children, ...rest }: ButtonProps) {
  const busy = loading
    ? ({ "aria-busy": true, "aria-disabled": true, onClick: undefined, type: "button" } as const)
    : {};
  return (
    <button
      type="button"
      {...rest}
      {...busy}
      className={cx(buttonClasses(variant, size), "relative", className)}
    >
      {loading ? (
        <>
          <Spinner className="absolute" />
          <span className="inline-flex items-center gap-1.5 opacity-0">{children}</span>
        </>
      ) : (
        children
      )}
    </button>
  );
}
