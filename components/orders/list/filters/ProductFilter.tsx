"use client";

import { useId } from "react";
import { useProductCombobox } from "#components/orders/useProductCombobox.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Label } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { useProductName } from "./useProductName.ts";

const SHOWN = 8;

export type ProductFilterProps = { chosen: number | null; onProduct: (productId: number | null) => void };

/** Finds the product to filter by in the catalog; the orders themselves are searched by name in the search field. */
export function ProductFilter({ chosen, onProduct }: ProductFilterProps) {
  const id = useId();
  const name = useProductName(chosen);
  const { suggestions, combobox } = useProductCombobox(SHOWN, (product) => onProduct(product.id));
  const { isOpen, inputProps, listProps, optionProps } = combobox;
  const { offered } = suggestions;
  return (
    <div className="flex flex-col gap-1">
      <Label htmlFor={id}>Product</Label>
      {chosen === null ? null : (
        <div className="flex items-center gap-2">
          <bdi translate="no" className="min-w-0 grow truncate">
            {name ?? `Product ${chosen}`}
          </bdi>
          <Button size="small" onClick={() => onProduct(null)}>
            Remove<span className="sr-only"> product</span>
          </Button>
        </div>
      )}
      <div className="relative">
        <TextInput {...inputProps} id={id} placeholder="Name or product ID" />
        <div
          {...listProps}
          className={cx(
            "absolute inset-x-0 top-full z-30 mt-1 max-h-64 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-raised",
            (!isOpen || offered.length === 0) && "hidden",
          )}
        >
          {offered.map((product, index) => {
            const option = optionProps(product, index);
            return (
              <div
                {...option}
                key={product.id}
                className={cx(
                  "cursor-pointer rounded-sm px-2 py-1.5 wrap-anywhere",
                  option["aria-selected"] && "bg-hover",
                )}
              >
                <bdi translate="no">{product.name}</bdi>{" "}
                <span className="text-ink-faint">{product.countryCode}</span>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
