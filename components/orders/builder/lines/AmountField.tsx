import { Minus, Plus } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import type { ComponentProps, KeyboardEvent } from "react";
import { stepAmount } from "#lib/catalog/denominations/denomination.ts";
import { parseAmount, toMajorText } from "#lib/money/minorUnits.ts";
import type { DraftProduct } from "#lib/orders/drafts/draftLine.ts";
import { AmountInput } from "#components/money/AmountInput.tsx";
import { IconButton } from "#components/ui/actions/IconButton.tsx";

/**
 * Styles the buttons from around them, so that their own styles are not overridden. Shown beside the field if there is room: when
 * the row is pointed at or edited, and always on devices without a pointer.
 */
const STEP =
  "flex max-lg:md:hidden md:opacity-0 md:group-hover/line:opacity-100 md:group-focus-within/line:opacity-100 pointer-coarse:opacity-100";

export type AmountFieldProps = Omit<ComponentProps<typeof AmountInput>, "currency" | "unit"> & {
  product: DraftProduct | null | undefined;
  /** The name of the line for screen readers, such as `line 3`. */
  place: string;
};

/** The amount of an open product in a line: typed, or stepped through the valid ones with Alt and the arrow keys or with buttons. */
export function AmountField({ product, place, value, onAmount, ...rest }: AmountFieldProps) {
  const currency = product?.currencyCode ?? null;
  const parsed = parseAmount(value, currency);
  const next = (direction: 1 | -1) =>
    product == null ? null : stepAmount(product, parsed.ok ? parsed.minor : null, direction);
  const [down, up] = [next(-1), next(1)];
  const choose = (minor: number | null) => {
    if (minor !== null && currency !== null) onAmount(toMajorText(minor, currency));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    choose(event.key === "ArrowUp" ? up : down);
  };
  // Not in the Tab order, which in a table goes from field to field.
  const step = { size: "small", tabIndex: -1, className: "max-md:size-11" } as const;
  return (
    <span className="flex items-center gap-0.5">
      <span className={STEP}>
        <IconButton
          {...step}
          label={`Decrease amount of ${place}`}
          aria-disabled={down === null}
          onClick={() => choose(down)}
        >
          <Icon shape={Minus} className="size-3.5" />
        </IconButton>
      </span>
      <span className="grow">
        <AmountInput
          {...rest}
          value={value}
          currency={currency}
          onAmount={onAmount}
          className="max-md:min-h-11"
          aria-label={`Amount of ${place}`}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onKeyDown={onKeyDown}
        />
      </span>
      <span className={STEP}>
        <IconButton
          {...step}
          label={`Increase amount of ${place}`}
          aria-disabled={up === null}
          onClick={() => choose(up)}
        >
          <Icon shape={Plus} className="size-3.5" />
        </IconButton>
      </span>
    </span>
  );
}
