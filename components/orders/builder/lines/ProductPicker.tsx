"use client";

import { Plus } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { describeAmountsBriefly } from "#lib/catalog/denominations/denomination.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { formatCount } from "#lib/text/counts.ts";
import { cx } from "#components/ui/cx.ts";
import { useProductCombobox } from "#components/orders/useProductCombobox.ts";
import type { ProductSuggestions } from "#components/orders/useProductSuggestions.ts";
import { useDelayed } from "#components/ui/feedback/useDelayed.ts";

const SHOWN = 12;

/** Adds a product by searching the catalog: a combobox, so that it works by keyboard. */
export function ProductPicker({ onPick }: { onPick: (product: Product) => void }) {
  const { suggestions, combobox } = useProductCombobox(SHOWN, onPick);
  const { isOpen, inputProps, listProps, optionProps } = combobox;
  const { offered, isStale } = suggestions;
  const dimmed = useDelayed(isStale);
  return (
    <div className="relative">
      <Icon
        shape={Plus}
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-ink-faint"
      />
      <input
        {...inputProps}
        type="text"
        data-adds-row=""
        aria-label="Add a product"
        placeholder="Add a product by name or ID"
        className="block min-h-9 w-full rounded-md border border-line-strong bg-canvas ps-8 pe-2.5 hover:border-ink-faint max-sm:text-base/6"
      />
      <div
        className={cx(
          "absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-raised",
          !isOpen && "hidden",
        )}
      >
        <div {...listProps} className={cx(dimmed && "opacity-60")}>
          {offered.map((product, index) => {
            const option = optionProps(product, index);
            return (
              <div
                {...option}
                key={product.id}
                className={cx(
                  "flex min-h-9 cursor-pointer items-baseline gap-3 rounded-sm px-2 py-1.5",
                  option["aria-selected"] && "bg-hover",
                )}
              >
                <span className="min-w-0 grow wrap-anywhere">
                  <bdi translate="no">{product.name}</bdi>{" "}
                  <span translate="no" className="text-ink-faint">
                    {product.countryCode}
                  </span>
                </span>
                <span translate="no" className="shrink-0 text-[0.8125rem] text-ink-soft tabular-nums">
                  {describeAmountsBriefly(product)}
                </span>
              </div>
            );
          })}
        </div>
        <p
          role="status"
          className={cx("px-2 text-[0.8125rem] text-ink-faint", offered.length === 0 && "py-2")}
        >
          {isOpen ? statusOf(suggestions) : ""}
        </p>
      </div>
    </div>
  );
}

function statusOf({ words, offered, total, isStale, error }: ProductSuggestions): string {
  if (error) return asProblem(error).detail;
  if (isStale) return offered.length === 0 ? "Searching…" : "";
  if (offered.length === 0) return `No results for “${words}”`;
  return total > offered.length
    ? `${formatCount(total)} products match. Keep typing to narrow the list.`
    : "";
}
