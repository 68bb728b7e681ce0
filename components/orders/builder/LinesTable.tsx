"use client";

import { useCallback, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderDraft } from "#lib/contracts/placeOrder.ts";
import type { LineProblem } from "#lib/contracts/problem.ts";
import type { Product } from "#lib/contracts/product.ts";
import { lineOf, type DraftProduct, type TypedLine } from "#lib/orders/drafts/draftLine.ts";
import { sameLine } from "#lib/orders/drafts/draftMerge.ts";
import { announce } from "#components/ui/feedback/Announcer.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { StackTable } from "#components/ui/display/StackTable.tsx";
import { fieldOf, focusAll, moveByRow } from "./cellKeys.ts";
import { LINE_COLUMNS } from "./lineColumns.ts";
import { LineRow } from "./LineRow.tsx";
import { ProductPicker } from "./ProductPicker.tsx";

const HEADS = [
  { text: "Product" },
  { text: "Amount", numeric: true },
  { text: "Quantity", numeric: true },
  { text: "Country" },
  { text: "Total", numeric: true },
  { text: "Remove", hidden: true },
];

/** What the service refused about lines as they were sent; gone as soon as the line is changed. */
export type RefusedLine = { line: TypedLine; message: LineProblem["message"] };

export type LinesTableProps = {
  environment: Environment;
  lines: readonly TypedLine[];
  products: ReadonlyMap<number, DraftProduct>;
  refusals: readonly RefusedLine[];
  edit: (change: (draft: OrderDraft) => OrderDraft) => void;
  learn: (fresh: readonly Product[]) => void;
};

type Removed = { line: TypedLine; index: number; name: string };

export function LinesTable({ environment, lines, products, refusals, edit, learn }: LinesTableProps) {
  const table = useRef<HTMLDivElement>(null);
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [entered, setEntered] = useState<{ index: number } | null>(null);
  const names = useRef(products);

  useLayoutEffect(() => {
    names.current = products;
  }, [products]);
  // The line that was just added is where one types next.
  useLayoutEffect(() => {
    const field = entered === null || !table.current ? null : fieldOf(table.current, entered.index);
    if (field) focusAll(field);
  }, [entered]);

  const change = useCallback(
    (index: number, part: Partial<TypedLine>) =>
      edit((draft) => ({
        ...draft,
        lines: draft.lines.map((line, at) => (at === index ? { ...line, ...part } : line)),
      })),
    [edit],
  );
  const remove = useCallback(
    (index: number) =>
      edit((draft) => {
        const line = draft.lines[index];
        if (!line) return draft;
        const name = names.current.get(line.productId)?.name ?? `Product ${line.productId}`;
        setRemoved({ line, index, name });
        announce(`Removed ${name}.`);
        table.current?.querySelector<HTMLInputElement>("[data-adds-row]")?.focus();
        return { ...draft, lines: draft.lines.toSpliced(index, 1) };
      }),
    [edit],
  );

  function add(product: Product) {
    learn([product]);
    setEntered({ index: lines.length });
    edit((draft) => ({ ...draft, lines: [...draft.lines, lineOf(product)] }));
    announce(`Added ${product.name}.`);
  }

  function undo() {
    if (removed === null) return;
    edit((draft) => ({ ...draft, lines: draft.lines.toSpliced(removed.index, 0, removed.line) }));
    announce(`${removed.name} is back.`);
    setRemoved(null);
  }

  return (
    // The fields in it have the focus; it only hears the keys that move between them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={table} onKeyDown={(event: KeyboardEvent<HTMLElement>) => moveByRow(event)}>
      {lines.length === 0 ? null : (
        <StackTable label="Lines of the order" heads={HEADS} columns={LINE_COLUMNS}>
          {lines.map((line, index) => (
            <LineRow
              // Lines have no name of their own; every field is controlled, so the place will do.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              index={index}
              line={line}
              product={products.get(line.productId)}
              refusal={refusals.find((each) => sameLine(each.line, line))?.message ?? null}
              onChange={change}
              onRemove={remove}
            />
          ))}
        </StackTable>
      )}
      {removed ? (
        <p className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1 text-ink-soft">
          <span className="min-w-0 wrap-anywhere">
            Removed <bdi>{removed.name}</bdi>.
          </span>
          <Button size="small" onClick={undo}>
            Undo
          </Button>
        </p>
      ) : null}
      <div className="pt-2">
        <ProductPicker environment={environment} onPick={add} />
      </div>
    </div>
  );
}
