import { Check, Plus } from "lucide";
import { describeCurrencyProblem } from "#lib/orders/lines/currencyProblem.ts";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useEffect, useState, type KeyboardEvent } from "react";
import { checkAmount, defaultAmount } from "#lib/catalog/denominations/denomination.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { formatCount } from "#lib/text/counts.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { parseQuantity } from "#lib/orders/drafts/draftQuantity.ts";
import { choiceText } from "#components/catalog/product/addedWords.ts";
import { CONTROL } from "#components/ui/inputs/controlClasses.ts";
import { cx } from "#components/ui/cx.ts";
import { Spinner } from "#components/ui/display/Spinner.tsx";

/** Adds a product to the order being built; returns whether it was added. */
export type AddFromRow = (product: Product, quantity: number) => Promise<boolean>;

const ADDED_MS = 1_500;
// Created once: an element that stays the same is not rendered again, and a list has a hundred of them.
const ICON = {
  idle: <Icon shape={Plus} className="size-4" />,
  busy: <Spinner className="size-4" />,
  added: <Icon shape={Check} className="size-4 text-done" />,
};

/**
 * Quantity and "add" on a row. Its width never changes; the quantity is shown on rows that are pointed at or focused, to avoid
 * another field on every row of a long list.
 */
export function RowOrder({
  product,
  isPointed,
  onAdd,
  added = 0,
}: {
  product: Product;
  isPointed: boolean;
  onAdd: AddFromRow;
  /** How many were added here, shown on the button. */
  added?: number;
}) {
  const [text, setText] = useState("1");
  const [state, setState] = useState<keyof typeof ICON>("idle");
  const quantity = parseQuantity(text);
  const amount = addedAmount(product);
  // A fixed price is already shown in the row.
  const isSuggested = product.denomination === "open" && amount !== null;
  useEffect(() => {
    if (state !== "added") return undefined;
    const timer = setTimeout(() => setState("idle"), ADDED_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function add() {
    if (!quantity.ok || state === "busy") return;
    setState("busy");
    setState((await onAdd(product, quantity.quantity)) ? "added" : "idle");
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    void add();
  }
  return (
    <>
      {isPointed ? (
        <span className="relative z-1 me-1.5 inline-block w-12 align-middle max-sm:hidden">
          <input
            type="text"
            inputMode="numeric"
            autoComplete="off"
            maxLength={30}
            aria-label={`Quantity of ${product.name}`}
            aria-invalid={!quantity.ok || undefined}
            title={quantity.ok ? "Quantity" : quantity.message}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onFocus={(event) => event.currentTarget.select()}
            onKeyDown={onKeyDown}
            className={cx(CONTROL, "h-8 min-h-8 px-1.5 text-end tabular-nums")}
          />
        </span>
      ) : null}
      <button
        type="button"
        aria-label={`Add to order: ${product.name}${isSuggested ? `, ${formatAmount(amount, product.currencyCode)}` : ""}${added === 0 ? "" : `. ${formatCount(added)} added`}`}
        title={quantity.ok ? titleOf(product, amount, quantity.quantity) : quantity.message}
        aria-disabled={!quantity.ok || undefined}
        aria-busy={state === "busy" || undefined}
        onClick={() => void add()}
        className="relative z-1 inline-flex size-8 items-center justify-center rounded-md border border-line-strong/60 bg-raised align-middle text-ink-soft hover:bg-hover hover:text-ink aria-disabled:opacity-55"
      >
        {ICON[state]}
        {added === 0 ? null : (
          <span className="absolute -end-1 -top-2 min-w-4.5 rounded-full bg-accent px-1 text-[0.6875rem] leading-4.5 font-semibold text-accent-on tabular-nums">
            {formatCount(added)}
          </span>
        )}
      </button>
    </>
  );
}

/** The amount with which a product is added from its row; null: it is opened instead, to choose one there. */
export function addedAmount(product: Product): number | null {
  if (describeCurrencyProblem(product.currencyCode) !== null) return null;
  const amount = defaultAmount(product);
  return amount === null || checkAmount(product, amount) !== null ? null : amount;
}

function titleOf(product: Product, amount: number | null, quantity: number): string {
  const text = choiceText(product, { amount, quantity });
  if (text !== null) return `Add ${text} to order`;
  return product.denomination === "open" ? "Choose an amount to add" : "Add to order";
}
