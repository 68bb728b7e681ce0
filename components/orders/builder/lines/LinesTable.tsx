"use client";

import {
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
} from "react";
import { MAX_LINES } from "#lib/contracts/orders/orderLimits.ts";
import type { OrderDraft, TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { appendLines } from "#lib/orders/drafts/appendLines.ts";
import { lineOf, type DraftProducts, type LineVerdict } from "#lib/orders/drafts/draftLine.ts";
import { formatCount } from "#lib/text/counts.ts";
import { announce } from "#components/ui/Announcer.tsx";
import { StackTable } from "#components/ui/display/StackTable.tsx";
import { cellMove, fieldOf, focusAll } from "./cellKeys.ts";
import { LINE_COLUMNS } from "./lineColumns.ts";
import { LineRow } from "./LineRow.tsx";
import { rejectionOf, type RejectedLine } from "#components/orders/builder/sending/rejectedLines.ts";
import { ProductPicker } from "./ProductPicker.tsx";
import { RowGap } from "#components/ui/display/RowGap.tsx";
import { useLineRows } from "./useLineRows.ts";

const HEADS = [
  { text: "Product" },
  { text: "Amount", numeric: true },
  { text: "Quantity", numeric: true },
  { text: "Country" },
  { text: "Total", numeric: true },
  { text: "Remove", hidden: true },
];

/** Moves the focus to a row, wherever the page is scrolled to; without a column, to its first field. */
export type LinesTableHandle = { goTo: (row: number, column?: string) => void };

export type LinesTableProps = {
  lines: readonly TypedLine[];
  verdicts: readonly LineVerdict[];
  products: DraftProducts;
  rejections: readonly RejectedLine[];
  /** Which lines other members edit, by line id. */
  editors: ReadonlyMap<string, string>;
  edit: (change: (draft: OrderDraft) => OrderDraft) => void;
  learn: (fresh: readonly Product[]) => void;
  /** Called with the line that is being edited here, or null when a field was left. */
  onEditing: (lineId: string | null) => void;
  ref: Ref<LinesTableHandle>;
};

const NOBODY = { row: -1, column: undefined as string | undefined };

export function LinesTable(props: LinesTableProps) {
  const { lines, verdicts, products, rejections, editors, edit, learn, onEditing, ref } = props;
  const table = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState(-1);
  const wanted = useRef(NOBODY);
  const names = useRef(products);
  const current = useRef(lines);
  const { list, parts, measure, show } = useLineRows(
    lines.length,
    edited,
    // Must be stable: another function would make all rows be positioned again with each keystroke.
    useCallback((row: number) => current.current[row]?.id ?? String(row), []),
  );

  useLayoutEffect(() => {
    names.current = products;
    current.current = lines;
  }, [products, lines]);
  // After each rendering, because the row that should get the focus may only exist now.
  useLayoutEffect(() => {
    const { row, column } = wanted.current;
    const field = row < 0 || table.current === null ? null : fieldOf(table.current, row, column);
    if (field === null) return;
    wanted.current = NOBODY;
    focusAll(field);
  });

  const goTo = useCallback(
    (row: number, column?: string) => {
      const field = table.current === null ? null : fieldOf(table.current, row, column);
      if (field !== null) return focusAll(field);
      wanted.current = { row, column };
      setEdited(row);
      show(row);
    },
    [show],
  );
  useImperativeHandle(ref, () => ({ goTo }), [goTo]);

  const change = useCallback(
    (lineId: string, part: Partial<TypedLine>) => edit((draft) => withLine(draft, lineId, part)),
    [edit],
  );
  const remove = useCallback(
    (lineId: string) =>
      edit((draft) => {
        const index = draft.lines.findIndex(({ id }) => id === lineId);
        const line = draft.lines[index];
        if (!line) return draft;
        const name = names.current.get(line.productId)?.name ?? `Product ${line.productId}`;
        announce(`Removed ${name}. Undo brings it back.`);
        table.current?.querySelector<HTMLInputElement>("[data-adds-row]")?.focus({ preventScroll: true });
        return { ...draft, lines: draft.lines.toSpliced(index, 1) };
      }),
    [edit],
  );

  function add(product: Product) {
    learn([product]);
    edit((draft) => {
      const { draft: next, rest } = appendLines(draft, [lineOf(product)]);
      const row = next.lines.length - 1;
      if (rest.length === 0) {
        // Typing continues in the line that was just added.
        wanted.current = { row, column: undefined };
        setEdited(row);
      }
      announce(rest.length === 0 ? `Added ${product.name}.` : fullText());
      return next;
    });
  }

  function move(event: KeyboardEvent<HTMLElement>) {
    const field = event.target;
    if (!(field instanceof HTMLInputElement)) return;
    const next = cellMove(event.nativeEvent, field, lines.length);
    if (next === null) return;
    event.preventDefault();
    if (next.to === "field") focusAll(next.field);
    else if (next.row >= lines.length)
      table.current?.querySelector<HTMLInputElement>("[data-adds-row]")?.focus();
    else if (next.row >= 0) goTo(next.row, next.column);
  }

  function entered({ target }: FocusEvent<HTMLElement>) {
    const row = Number(target.dataset.row ?? -1);
    setEdited(row);
    onEditing(lines[row]?.id ?? null);
  }

  return (
    // The fields inside have the focus; this only listens for the keys that move between them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={table} onKeyDown={move} onFocus={entered} onBlur={() => onEditing(null)}>
      {lines.length === 0 ? null : (
        <StackTable
          label="Lines of the order"
          heads={HEADS}
          columns={LINE_COLUMNS}
          aria-rowcount={lines.length + 1}
          listRef={list}
        >
          {parts.map((part) => {
            if ("gap" in part) return <RowGap key={`gap ${part.before}`} height={part.gap} />;
            const line = lines[part.row];
            const verdict = verdicts[part.row];
            if (line === undefined || verdict === undefined) return null;
            return (
              <LineRow
                key={line.id}
                index={part.row}
                line={line}
                verdict={verdict}
                product={products.get(line.productId)}
                rejection={rejectionOf(rejections, line)}
                editor={editors.get(line.id) ?? null}
                measure={measure}
                onChange={change}
                onRemove={remove}
              />
            );
          })}
        </StackTable>
      )}
      <div className="pt-2">
        <ProductPicker onPick={add} />
      </div>
    </div>
  );
}

const fullText = () =>
  `A draft holds at most ${formatCount(MAX_LINES)} lines. Remove some, or start another draft.`;

function withLine(draft: OrderDraft, lineId: string, part: Partial<TypedLine>): OrderDraft {
  const index = draft.lines.findIndex(({ id }) => id === lineId);
  const line = draft.lines[index];
  return line === undefined ? draft : { ...draft, lines: draft.lines.with(index, { ...line, ...part }) };
}
