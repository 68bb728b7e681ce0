"use client";

import { useQueries } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { addressQuery, viewQuery, PAGE_SIZE } from "#lib/catalog/views/viewParams.ts";
import type { CatalogPage, CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { paths } from "#lib/paths.ts";
import { catalogWindowQuery } from "#lib/queries/catalog/catalog.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { awaitedId, FirstPaint } from "#components/ui/display/FirstPaint.tsx";
import { HeadCell, Table, TableHead } from "#components/ui/display/Table.tsx";
import { cx } from "#components/ui/cx.ts";
import { loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { useDelayed } from "#components/ui/feedback/useDelayed.ts";
import { useFavourites } from "#components/catalog/favourites/useFavourites.ts";
import { EmptyRow, ProductRow } from "./ProductRow.tsx";
import type { AddFromRow } from "./RowOrder.tsx";
import { useSelection } from "./useSelection.ts";
import { useVirtualRows, type VirtualRows } from "./useVirtualRows.ts";

// Loaded when a product is selected.
const SelectionBar = loadedOnUse(
  async () => (await import("./SelectionBar.tsx")).SelectionBar,
  ({ onClear }) => onClear(),
);

/** How many rows come with the page: enough for a tall screen, few enough to be painted at once. */
const FIRST_ROWS = 16;

/** Draws lines in place of rows that are scrolled past too fast to be rendered. The head is 36 px high. */
const ROW_LINES =
  "bg-[linear-gradient(transparent_calc(100%-1px),var(--line)_0)] bg-[length:100%_2.75rem] bg-[position:0_2.25rem] max-sm:bg-[length:100%_4rem]";

export type ProductListProps = {
  view: CatalogView;
  /** The first window; that of the previous view while `waiting`. */
  head: CatalogPage;
  waiting: boolean;
  onOpen: (product: Product) => void;
  onPoint: () => void;
  onSort: (column: "name" | "price") => void;
  /** Absent for members who do not place orders. */
  ordering: Ordering | undefined;
};

/** How many of each product were added here, by product id. */
export type AddedQuantities = ReadonlyMap<number, number>;

/** Adding from the list: one product by its row, or the selected ones. Both return whether they were added. `added`: how many so far. */
export type Ordering = { onAdd: AddFromRow; onAddAll: AddAll; added: AddedQuantities | undefined };

/** Adds several products to the order, in the same quantity each. Resolves to whether they were added. */
export type AddAll = (products: readonly Product[], quantity: number) => Promise<boolean>;

/** All products of a view in one list without page numbers. Windows are loaded as they come near. */
export function ProductList({ view, head, waiting, onOpen, onPoint, onSort, ordering }: ProductListProps) {
  const rows = useVirtualRows(head.total, FIRST_ROWS);
  const linked = useSettled(view, waiting);
  const dimmed = useDelayed(waiting);
  const { from, to, body, before, after } = rows;
  const rowAt = useWindows(view, head, waiting, rows);
  const { isOn, set: onSet, mayShare } = useFavourites();
  useTopOfView(viewQuery(view), rows);
  const recentCount = countRecentFirst(view, head);
  const { products: selected, has: isSelected, toggle, clear } = useSelection();
  const [isAdding, setIsAdding] = useState(false);

  async function addSelected(quantity: number) {
    if (ordering === undefined) return;
    setIsAdding(true);
    if (await ordering.onAddAll(selected, quantity)) clear();
    setIsAdding(false);
  }
  return (
    <>
      <FirstPaint />
      <Table
        label="Products"
        aria-rowcount={head.total + 1}
        aria-busy={waiting}
        className={cx("table-fixed", ROW_LINES, dimmed && "opacity-70")}
      >
        <TableHead>
          {ordering ? (
            <HeadCell className="w-6 pe-0 max-sm:hidden">
              <span className="sr-only">Select</span>
            </HeadCell>
          ) : null}
          <HeadCell className="w-5 pe-0 max-sm:ps-0 sm:w-14">
            <span className="sr-only">Favourite</span>
          </HeadCell>
          <HeadCell
            className="ps-2"
            sort={view.sort === "name" ? "ascending" : "none"}
            onSort={() => onSort("name")}
          >
            Name
          </HeadCell>
          <HeadCell className="w-32 max-2xl:hidden">Brand</HeadCell>
          <HeadCell className="w-32 max-[48rem]:hidden">Country</HeadCell>
          <HeadCell
            numeric
            className="w-26 sm:w-40 2xl:w-60"
            sort={view.sort === "price" ? "ascending" : view.sort === "-price" ? "descending" : "none"}
            onSort={() => onSort("price")}
          >
            Price
          </HeadCell>
          {ordering ? (
            <HeadCell className="w-11 ps-0 sm:w-27">
              <span className="sr-only">Add to order</span>
            </HeadCell>
          ) : null}
        </TableHead>
        <tbody ref={body}>
          <Spacer cell={before} />
          {Array.from({ length: Math.max(0, to - from) }, (_, offset) => {
            const position = from + offset;
            const { product, orderedAt } = rowAt(position);
            return product ? (
              <ProductRow
                key={position}
                product={product}
                position={position}
                orderedAt={orderedAt}
                mayShare={mayShare}
                onOpen={onOpen}
                onPoint={onPoint}
                onSet={onSet}
                id={awaitedId(position, head.total)}
                mine={isOn("mine", product.id)}
                team={isOn("team", product.id)}
                isSelected={isSelected(product.id)}
                onSelect={ordering === undefined ? undefined : toggle}
                onAdd={ordering?.onAdd}
                added={ordering?.added?.get(product.id) ?? 0}
                isAfterRecent={position > 0 && position === recentCount}
                href={paths.catalog(addressQuery({ view: linked, productId: product.id }))}
              />
            ) : (
              <EmptyRow key={position} position={position} isOrdering={ordering !== undefined} />
            );
          })}
          <Spacer cell={after} />
        </tbody>
      </Table>
      {selected.length === 0 ? null : (
        <SelectionBar
          selected={selected}
          busy={isAdding}
          onAdd={(quantity) => void addSelected(quantity)}
          onClear={clear}
        />
      )}
    </>
  );
}

/** How many products stand first because they were ordered recently: none in a search or in another order. */
function countRecentFirst({ q, sort }: CatalogView, { items, recentlyOrdered }: CatalogPage): number {
  if (q || (sort !== undefined && sort !== "relevance")) return 0;
  const recent = new Set(recentlyOrdered.map(({ productId }) => productId));
  const count = items.findIndex(({ id }) => !recent.has(id));
  return count === -1 ? 0 : count;
}

function Spacer({ cell }: { cell: VirtualRows["before"] }) {
  return (
    <tr aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it only takes up space */}
      <td ref={cell} className="p-0" />
    </tr>
  );
}

/** The view of the rows on screen, which are not rendered again for a view whose rows are still loading. */
function useSettled(view: CatalogView, waiting: boolean): CatalogView {
  const [settled, setSettled] = useState(view);
  if (waiting || settled === view) return settled;
  setSettled(view);
  return view;
}

/** Products by position: the first window is given, others are loaded while they are near and cancelled otherwise. */
function useWindows(view: CatalogView, head: CatalogPage, waiting: boolean, { from, to }: VirtualRows) {
  const environment = useEnvironment();
  const first = Math.max(1, Math.floor(from / PAGE_SIZE));
  const last = waiting ? 0 : Math.floor(Math.max(0, to - 1) / PAGE_SIZE);
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset);
  const windows = useQueries({
    queries: numbers.map((number) => catalogWindowQuery(environment, view, number)),
  });
  return (position: number): { product?: Product; orderedAt?: string } => {
    const number = Math.floor(position / PAGE_SIZE);
    const page = number === 0 ? head : windows[number - first]?.data;
    const product = page?.items[position % PAGE_SIZE];
    return {
      product,
      orderedAt: page?.recentlyOrdered.find(({ productId }) => productId === product?.id)?.at,
    };
  };
}

/** Scrolls to the top when the view changes, if the previous one was scrolled. */
function useTopOfView(key: string, { body, isScrolled }: VirtualRows): void {
  const shown = useRef(key);
  useLayoutEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (isScrolled.current) body.current?.closest("table")?.scrollIntoView({ block: "start" });
  }, [key, body, isScrolled]);
}
