"use client";

import { useMemo, useState } from "react";
import { checkDraftLine, type DraftProduct } from "#lib/orders/drafts/draftLine.ts";
import type { GoodRow } from "#lib/orders/import/checkTable.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";

const SHOWN = 20;
const COLUMNS = "md:grid-cols-[3rem_minmax(0,1fr)_5rem_7rem]";
const HEADS = [
  { text: "Row" },
  { text: "Product" },
  { text: "Quantity", numeric: true },
  { text: "Total", numeric: true },
];

export type ReadyRow = Pick<GoodRow, "row"> & { line: Omit<GoodRow["line"], "id"> };

/** The rows that can be added, each with the product that it was found to mean. */
export function ReadyRows({
  rows,
  products,
}: {
  rows: readonly ReadyRow[];
  products: readonly DraftProduct[];
}) {
  const [shown, setShown] = useState(SHOWN);
  const byId = useMemo(() => new Map(products.map((product) => [product.id, product])), [products]);
  const more = rows.length - shown;
  if (rows.length === 0) return null;
  return (
    <section aria-label="Rows that are ready" className="flex flex-col gap-2">
      <h3 className="font-semibold">{counted(rows.length, "row is", "rows are")} ready</h3>
      <StackTable label="Rows that are ready" heads={HEADS} columns={COLUMNS} sticky={false}>
        {rows.slice(0, shown).map(({ row, line }) => (
          <ReadyLine key={row} row={row} line={line} product={byId.get(line.productId)} />
        ))}
      </StackTable>
      {more > 0 ? (
        <Button className="self-start" onClick={() => setShown((now) => now + SHOWN)}>
          {`Show ${formatCount(Math.min(SHOWN, more))} more of ${formatCount(rows.length)}`}
        </Button>
      ) : null}
    </section>
  );
}

function ReadyLine({ row, line, product }: ReadyRow & { product: DraftProduct | undefined }) {
  const { total } = checkDraftLine(line, product);
  return (
    <StackRow columns={COLUMNS}>
      <StackCell label="Row" className="text-ink-faint tabular-nums">
        {formatCount(row)}
      </StackCell>
      <StackCell label="Product" className="wrap-anywhere">
        <bdi translate="no">{product?.name ?? `Product ${line.productId}`}</bdi>
        {line.countryCode === "" ? null : <span className="text-ink-faint"> · {line.countryCode}</span>}
      </StackCell>
      <StackCell label="Quantity" numeric>
        {line.quantity}
      </StackCell>
      <StackCell label="Total" numeric>
        {total === null || product === undefined ? null : (
          <Amount minor={total} currency={product.currencyCode} />
        )}
      </StackCell>
    </StackRow>
  );
}
