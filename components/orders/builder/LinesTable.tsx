"use client";

import { useCallback, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderDraft, TypedLine } from "#lib/contracts/placeOrder.ts";
import type { LineProblem } from "#lib/contracts/problem.ts";
import type { Product } from "#lib/contracts/product.ts";
import { lineOf, type DraftProduct } from "#lib/orders/drafts/draftLine.ts";
import { sameLine } from "#lib/orders/drafts/draftMerge.ts";
import { announce } from "#components/ui/Announcer.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { StackTable } from "#components/ui/display/StackTable.tsx";
import { focusAll, moveByRow } from "./cellKeys.ts";
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

/** Why the service rejected a line as it was sent; gone as soon as the line is changed. */
export type RejectedLine = { line: TypedLine; message: LineProblem["message"] };

export type LinesTableProps = {
  environment: Environment;
  lines: readonly TypedLine[];
  products: ReadonlyMap<number, DraftProduct>;
  rejections: readonly RejectedLine[];
  edit: (change: (draft: OrderDraft) => OrderDraft) => void;
  learn: (fresh: readonly Product[]) => void;
};

type Removed = { line: TypedLine; index: number; name: string };

export function LinesTable({ environment, lines, products, rejections, edit, learn }: LinesTableProps) {
  const table = useRef<HTMLDivElement>(null);
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [entered, setEntered] = useState<string | null>(null);
  const names = useRef(products);

  useLayoutEffect(() => {
    names.current = products;
  }, [products]);
  // The line that was just added is where one types next.
  useLayoutEffect(() => {
    const field = entered === null ? null : table.current?.querySelector(`[data-line="${entered}"] input`);
    if (field instanceof HTMLInputElement) focusAll(field);
  }, [entered]);

  const change = useCallback(
    (lineId: string, part: Partial<TypedLine>) =>
      edit((draft) => ({
        ...draft,
        lines: draft.lines.map((line) => (line.id === lineId ? { ...line, ...part } : line)),
      })),
    [edit],
  );
  const remove = useCallback(
    (lineId: string) =>
      edit((draft) => {
        const index = draft.lines.findIndex(({ id }) => id === lineId);
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
    const line = lineOf(product);
    setEntered(line.id);
    edit((draft) => ({ ...draft, lines: [...draft.lines, line] }));
    announce(`Added ${product.name}.`);
  }

  function undo() {
    if (removed === null) return;
    const { index, line } = removed;
    edit((draft) =>
      draft.lines.some(({ id }) => id === line.id)
        ? draft
        : { ...draft, lines: draft.lines.toSpliced(index, 0, line) },
    );
    setEntered(line.id);
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
              key={line.id}
              index={index}
              line={line}
              product={products.get(line.productId)}
              rejection={rejections.find((each) => sameLine(each.line, line))?.message ?? null}
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
