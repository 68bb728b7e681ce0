"use client";

import { Check } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { memo, useId } from "react";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { describeRangeBriefly } from "#lib/catalog/denominations/denomination.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import type { ImportField } from "#lib/orders/import/columns.ts";
import type { FixableRow } from "#lib/orders/import/fixRow.ts";
import { isolated } from "#lib/text/isolated.ts";
import { formatCount } from "#lib/text/counts.ts";
import { LineMessage } from "#components/orders/LineMessage.tsx";
import { NearestAmounts } from "#components/orders/NearestAmounts.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { StackCell, StackNote, StackRow } from "#components/ui/display/StackTable.tsx";
import { SimilarProducts } from "./SimilarProducts.tsx";
import { FieldError } from "#components/ui/inputs/Field.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";

export const ROW_COLUMNS = "md:grid-cols-[3rem_minmax(0,1fr)_7rem_5rem_6rem]";
const SHOWN_CANDIDATES = 6;

export type RowFixes = {
  setValue: (row: FixableRow, field: ImportField, value: string) => void;
  setAmount: (row: FixableRow, amount: string) => void;
  setProduct: (row: FixableRow, product: Product) => void;
  acceptCells: (row: FixableRow) => void;
  acceptLikely: (row: FixableRow) => void;
};

/** One row that needs work: its cells, their problems, and possible choices. */
export const BadRowFields = memo(function BadRowFields({
  fixable,
  setValue,
  setAmount,
  setProduct,
  acceptCells,
  acceptLikely,
}: RowFixes & { fixable: FixableRow }) {
  const id = useId();
  const { row, verdict } = fixable;
  const { values } = row;
  const place = formatCount(row.row);
  const problems = verdict.ok ? {} : verdict.problems;
  const product: ImportField = values.productId === "" && values.name !== "" ? "name" : "productId";
  const field = (name: ImportField, label: string) => ({
    value: values[name],
    "aria-label": `${label} of row ${place}`,
    "aria-invalid": problems[name] !== undefined || undefined,
    "aria-describedby": `${id}-says`,
    onChange: (event: { target: { value: string } }) => setValue(fixable, name, event.target.value),
  });
  return (
    <StackRow columns={ROW_COLUMNS} aria-label={`row ${place}`}>
      <StackCell label="Row" className="text-ink-faint tabular-nums">
        {place}
      </StackCell>
      <StackCell label="Product">
        <TextInput {...field(product, "Product")} maxLength={400} className="max-md:w-56" />
      </StackCell>
      <StackCell label="Amount">
        <NumberInput {...field("amount", "Amount")} kind="decimal" maxLength={60} className="max-md:w-32" />
      </StackCell>
      <StackCell label="Quantity">
        <NumberInput
          {...field("quantity", "Quantity")}
          kind="numeric"
          maxLength={30}
          className="max-md:w-32"
        />
      </StackCell>
      <StackCell label="Country">
        <TextInput {...field("country", "Country")} maxLength={60} className="max-md:w-32" />
      </StackCell>
      <StackNote id={`${id}-says`} className="flex flex-col gap-1 pb-1.5 md:col-start-2">
        {verdict.ok ? (
          <p className="flex items-center gap-1 text-[0.8125rem] text-done">
            <Icon shape={Check} className="size-3.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              Ready: <bdi translate="no">{verdict.product.name}</bdi>,{" "}
              {formatAmount(verdict.total, verdict.product.currencyCode)}
            </span>
          </p>
        ) : (
          <>
            {[...new Set(Object.values(problems))].map((message) => (
              <FieldError key={message}>
                <LineMessage message={message} />
              </FieldError>
            ))}
            <div className="flex flex-wrap gap-1.5">
              {problems.row === undefined || row.likely === null ? null : (
                <Button size="small" onClick={() => acceptLikely(fixable)}>
                  {`Use amount ${isolated(row.likely.amount)}, quantity ${isolated(row.likely.quantity)}`}
                </Button>
              )}
              {problems.row === undefined ? null : (
                <Button size="small" onClick={() => acceptCells(fixable)}>
                  The cells above are right
                </Button>
              )}
              {problems.currency === undefined ? null : (
                <Button size="small" onClick={() => setValue(fixable, "currency", "")}>
                  Use the product&apos;s currency
                </Button>
              )}
              {problems.country === undefined ? null : (
                <Button size="small" onClick={() => setValue(fixable, "country", "")}>
                  Use the product&apos;s country
                </Button>
              )}
              <NearestAmounts
                amounts={verdict.nearest}
                currency={verdict.currency}
                onChoose={(amount) => setAmount(fixable, amount)}
              />
              {verdict.candidates.slice(0, SHOWN_CANDIDATES).map((each) => (
                <Candidate key={each.id} product={each} onChoose={() => setProduct(fixable, each)} />
              ))}
              {problems[product] === undefined ||
              verdict.candidates.length > 0 ||
              isId(values[product]) ? null : (
                <SimilarProducts name={values[product]}>
                  {(each) => (
                    <Candidate key={each.id} product={each} onChoose={() => setProduct(fixable, each)} />
                  )}
                </SimilarProducts>
              )}
            </div>
          </>
        )}
      </StackNote>
    </StackRow>
  );
});

/** An ID is looked up exactly: similar ones mean other products. */
function isId(text: string): boolean {
  return /^\s*\d*\s*$/.test(text);
}

function Candidate({ product, onChoose }: { product: Product; onChoose: () => void }) {
  return (
    <Button
      size="small"
      className="h-auto max-w-full flex-wrap justify-start py-0.5 text-start"
      onClick={onChoose}
    >
      <span className="sr-only">Choose</span>
      <bdi translate="no" className="min-w-0 wrap-anywhere">
        {product.name}
      </bdi>
      <span className="font-normal text-ink-faint">
        {[product.id, product.countryCode, describeRangeBriefly(product)].filter(Boolean).join(" · ")}
      </span>
    </Button>
  );
}
