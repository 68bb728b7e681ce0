"use client";

import { X } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { memo, useId } from "react";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { describeAmountsBriefly } from "#lib/catalog/denominations/denomination.ts";
import { WithAmounts } from "#components/money/WithAmounts.tsx";
import type { DraftProduct, LineVerdict } from "#lib/orders/drafts/draftLine.ts";
import { formatCount } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";
import { IconButton } from "#components/ui/actions/IconButton.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { cx } from "#components/ui/cx.ts";
import { StackCell, StackNote, StackRow } from "#components/ui/display/StackTable.tsx";
import { AmountField } from "./AmountField.tsx";
import { LINE_COLUMNS } from "./lineColumns.ts";
import { LineRemarks } from "./LineRemarks.tsx";
import type { RejectedLine } from "#components/orders/builder/sending/rejectedLines.ts";

/** Its last digit is below that of a field, which has a currency and, at a desk, a button after it. */
const IN_LINE_WITH_FIELDS = "md:pe-[calc(3rem+1px)] lg:pe-[calc(4.875rem+1px)]";

export type LineRowProps = {
  index: number;
  line: TypedLine;
  product: DraftProduct | null | undefined;
  verdict: LineVerdict;
  /** Why the service rejected this line, and the currency of that order. */
  rejection: RejectedLine | null;
  /** The other member who is editing this line. */
  editor: string | null;
  measure: ((element: HTMLElement | null) => void) | undefined;
  onChange: (lineId: string, change: Partial<TypedLine>) => void;
  onRemove: (lineId: string) => void;
};

/** One line, checked with each keystroke: an invalid line is not sent, and typed text is not changed. */
export const LineRow = memo(function LineRow({
  index,
  line,
  product,
  verdict,
  rejection,
  editor,
  measure,
  onChange,
  onRemove,
}: LineRowProps) {
  const id = useId();
  const name = product?.name ?? `Product ${line.productId}`;
  const place = `line ${formatCount(index + 1)}`;
  const remarks = Object.keys(verdict.problems).length + verdict.notes.length;
  const described = remarks > 0 || rejection ? `${id}-says` : undefined;
  const setAmount = (amount: string) => onChange(line.id, { amount });
  const field = (column: "amount" | "quantity" | "countryCode") => ({
    "data-row": index,
    "data-column": column,
    value: line[column],
    "aria-describedby": described,
  });
  const typed = (column: "quantity" | "countryCode") => ({
    ...field(column),
    onChange: (event: { target: { value: string } }) => onChange(line.id, { [column]: event.target.value }),
  });

  return (
    <StackRow
      ref={measure}
      columns={LINE_COLUMNS}
      data-line={line.id}
      data-index={index}
      aria-rowindex={index + 2}
      aria-label={`${place}: ${name}`}
      className={cx("group/line items-center", editor !== null && "bg-accent-soft")}
    >
      <StackCell className="max-md:col-span-2 max-md:pe-10">
        <bdi translate="no" className="line-clamp-3 leading-4 font-medium wrap-anywhere">
          {name}
        </bdi>
        <span className="block text-xs leading-3.5 text-ink-faint">
          <WithAmounts>{aboutProduct(line.productId, product)}</WithAmounts>
        </span>
        {editor === null ? null : (
          <span className="block text-[0.8125rem] text-accent-text">
            <bdi translate="no">{editor}</bdi> is editing this line
          </span>
        )}
      </StackCell>
      <StackCell
        label="Amount"
        numeric
        className={product?.denomination === "fixed" ? undefined : "max-md:col-span-2"}
      >
        {product?.denomination === "fixed" ? (
          <Amount minor={product.price} currency={product.currencyCode} className={IN_LINE_WITH_FIELDS} />
        ) : (
          <AmountField
            {...field("amount")}
            product={product}
            place={place}
            onAmount={setAmount}
            aria-invalid={verdict.problems.amount !== undefined || undefined}
          />
        )}
      </StackCell>
      <StackCell label="Quantity">
        <NumberInput
          {...typed("quantity")}
          kind="numeric"
          maxLength={30}
          className="max-md:min-h-11"
          aria-label={`Quantity of ${place}`}
          aria-invalid={verdict.problems.quantity !== undefined || undefined}
        />
      </StackCell>
      <StackCell label="Country">
        {product && product.countryCode !== null && verdict.problems.country === undefined ? (
          <span className="md:ps-2.5">{product.countryCode}</span>
        ) : (
          <TextInput
            {...typed("countryCode")}
            code
            maxLength={20}
            className="max-md:min-h-11"
            aria-label={`Country of ${place}`}
            aria-invalid={verdict.problems.country !== undefined || undefined}
          />
        )}
      </StackCell>
      <StackCell label="Total" numeric className="font-medium max-md:col-start-2">
        <Amount fit minor={verdict.total} currency={verdict.currency} />
      </StackCell>
      <StackCell className="top-0 max-md:absolute max-md:end-0">
        <IconButton
          size="small"
          className="max-md:size-11"
          label={`Remove ${place}`}
          onClick={() => onRemove(line.id)}
        >
          <Icon shape={X} className="size-4" />
        </IconButton>
      </StackCell>
      {described ? (
        <StackNote id={described} className="flex flex-col gap-1 pb-1.5">
          <LineRemarks
            verdict={verdict}
            rejection={rejection}
            isOpen={product?.denomination === "open"}
            onAmount={setAmount}
          />
        </StackNote>
      ) : null}
    </StackRow>
  );
});

function aboutProduct(productId: number, product: LineRowProps["product"]): string {
  if (product === undefined) return "Loading product…";
  if (product === null) return "Not in your catalog";
  return product.denomination === "open"
    ? `${productId} · ${describeAmountsBriefly(product)}`
    : `${productId} · fixed price`;
}
