"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { describeAmounts } from "#lib/catalog/denominations/denomination.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Product } from "#lib/contracts/product.ts";
import { productSuggestionsQuery } from "#lib/queries/catalog.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { cx } from "#components/ui/cx.ts";
import { useCombobox } from "#components/ui/inputs/useCombobox.ts";
import { useDelayed } from "#components/ui/feedback/useDelayed.ts";

const SETTLE_MS = 120;
const SHOWN = 12;

/** Adds a product by searching the catalog: a combobox, so that the hands stay on the keyboard. */
export function ProductPicker({
  environment,
  onPick,
}: {
  environment: Environment;
  onPick: (product: Product) => void;
}) {
  const [text, setText] = useState("");
  const q = useSettled(text.trim(), SETTLE_MS);
  const search = useQuery(productSuggestionsQuery(environment, q, SHOWN));
  const current = q === text.trim() && !search.isPlaceholderData;
  const dimmed = useDelayed(!current);
  const offered = q === "" ? [] : (search.data?.items ?? []);
  const { isOpen, inputProps, listProps, optionProps } = useCombobox<Product>({
    text,
    onText: setText,
    options: offered,
    keyOf: ({ id }) => id,
    listLabel: "Products",
    isStale: !current,
    isPopup: true,
    onChoose: (product) => {
      setText("");
      onPick(product);
    },
  });

  return (
    <div className="relative">
      <Plus
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-ink-faint"
      />
      <input
        {...inputProps}
        type="text"
        data-adds-row=""
        aria-label="Add a product"
        placeholder="Add a product by name or ID"
        className="block min-h-9 w-full rounded-md border border-line-strong bg-canvas ps-8 pe-2.5 hover:border-ink-faint max-sm:text-base"
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
                  <bdi>{product.name}</bdi> <span className="text-ink-faint">{product.countryCode}</span>
                </span>
                <span className="shrink-0 text-[0.8125rem] text-ink-soft tabular-nums">
                  {describeAmounts(product)}
                </span>
              </div>
            );
          })}
        </div>
        <p
          role="status"
          className={cx("px-2 text-[0.8125rem] text-ink-faint", offered.length === 0 && "py-2")}
        >
          {isOpen ? statusOf(search.error, current, offered.length, search.data?.total ?? 0, q) : ""}
        </p>
      </div>
    </div>
  );
}

function statusOf(error: unknown, current: boolean, offered: number, total: number, q: string): string {
  if (error) return asProblem(error).detail;
  if (!current) return offered === 0 ? "Searching…" : "";
  if (offered === 0) return `No results for “${q}”`;
  return total > offered
    ? `${total.toLocaleString("en")} products match. Keep typing to narrow the list.`
    : "";
}

/** The value once it has stood still. */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
