import { memo, type ReactNode } from "react";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { automationInWords } from "#lib/orders/automation/automationWords.ts";
import type { OrderSummary } from "#lib/contracts/orders/order.ts";
import { Amount } from "#components/money/Amount.tsx";
import { RecentTime } from "#components/time/RecentTime.tsx";
import { awaitedId, FirstPaint } from "#components/ui/display/FirstPaint.tsx";
import { StackCell, StackRow, StackTable, type StackHead } from "#components/ui/display/StackTable.tsx";
import { cx } from "#components/ui/cx.ts";
import { OrderLink } from "./OrderLink.tsx";
import { StateBadge } from "./StateBadge.tsx";

const COLUMNS = "grid-cols-[minmax(0,1fr)_max-content] md:grid-cols-[minmax(0,1fr)_8.5rem_6.5rem_11rem]";
const SELECTABLE =
  "grid-cols-[1.75rem_minmax(0,1fr)_max-content] md:grid-cols-[1.5rem_minmax(0,1fr)_8.5rem_6.5rem_11rem]";
const HEADS = [
  { text: "Order" },
  { text: "State" },
  { text: "Total", numeric: true },
  { text: "Placed", numeric: true },
] as const;

/** What a list adds to its rows: a checkbox, and a link for each. Rows are rendered again whenever one of these functions changes. */
export type RowExtras = {
  isSelected: (order: OrderSummary) => boolean;
  select: (order: OrderSummary, index: number, isSelected: boolean) => ReactNode;
  hrefOf: (reference: string) => string;
  /** By which columns the list can be sorted, and is. */
  sorting: { total?: Sorting; placed: Sorting };
};
type Sorting = Required<Pick<StackHead, "sort" | "onSort">>;

export type OrderRowsProps = { label: string; orders: readonly OrderSummary[]; extras?: RowExtras };

/** Orders in short, one row for each: what was ordered, the reference, state, total and time of placing. */
export function OrderRows({ label, orders, extras }: OrderRowsProps) {
  const heads = extras === undefined ? HEADS : sortableHeads(extras.sorting);
  return (
    <StackTable label={label} heads={heads} columns={extras === undefined ? COLUMNS : SELECTABLE}>
      <FirstPaint />
      {orders.map((order, index) => (
        <OrderRow
          key={referenceOf(order)}
          order={order}
          index={index}
          id={awaitedId(index, orders.length)}
          isSelected={extras?.isSelected(order) ?? false}
          select={extras?.select}
          hrefOf={extras?.hrefOf}
        />
      ))}
    </StackTable>
  );
}

function sortableHeads({ total, placed }: RowExtras["sorting"]): StackHead[] {
  const [order, state, ofTotal, ofPlaced] = HEADS;
  return [
    { text: "Select", hidden: true },
    order,
    state,
    { ...ofTotal, ...total },
    { ...ofPlaced, ...placed },
  ];
}

type OrderRowProps = {
  order: OrderSummary;
  index: number;
  /** Set if the first paint of the page waits for it. */
  id: string | undefined;
  isSelected: boolean;
} & Partial<Pick<RowExtras, "select" | "hrefOf">>;

const OrderRow = memo(function OrderRow({ order, index, id, isSelected, select, hrefOf }: OrderRowProps) {
  const beside = select === undefined ? "max-md:col-span-2" : "max-md:col-start-2 max-md:col-span-2";
  return (
    <StackRow
      id={id}
      columns={select === undefined ? COLUMNS : SELECTABLE}
      // Keeps the content of a row below the sticky head of the list.
      className={cx("isolate", isSelected ? "bg-accent-soft" : "hover:bg-surface focus-within:bg-surface")}
    >
      {select === undefined ? null : (
        <StackCell className="z-10 max-md:row-span-3 max-md:self-start">
          {select(order, index, isSelected)}
        </StackCell>
      )}
      {/* Aligned to the top at the height of the row, so that no line moves while a browser has read only half of it. */}
      <StackCell className={cx("md:self-start", beside)}>
        <OrderLink order={order} href={hrefOf?.(referenceOf(order))} />
        {order.purchaseOrder !== null || order.tags.length > 0 ? (
          <bdi
            translate="no"
            className="block text-xs leading-4 text-ink-faint max-md:wrap-anywhere md:truncate"
          >
            {[order.purchaseOrder ?? [], ...order.tags].flat().join(" · ")}
          </bdi>
        ) : null}
        {order.automation ? (
          <bdi
            translate="no"
            className="block text-xs leading-4 text-ink-faint max-md:wrap-anywhere md:truncate"
          >
            {automationInWords(order.automation)}
          </bdi>
        ) : null}
        {order.origin === "found" ? (
          <span className="block text-xs leading-4 text-ink-faint">Found, not placed here</span>
        ) : null}
      </StackCell>
      <StackCell className={select === undefined ? undefined : "max-md:col-start-2"}>
        <StateBadge {...order} />
      </StackCell>
      <StackCell numeric className="font-medium">
        <Amount minor={order.price} currency={order.currency} />
      </StackCell>
      <StackCell numeric className={cx("text-ink-soft max-md:text-[0.8125rem]", beside)}>
        <span className="min-w-0 max-md:flex max-md:flex-wrap max-md:gap-x-2">
          <RecentTime at={order.createdAt} className="md:block" />
          {order.placedBy === null ? null : (
            <span
              translate="no"
              className="text-ink-faint max-md:wrap-anywhere md:block md:truncate md:text-xs/4"
            >
              {order.placedBy}
            </span>
          )}
        </span>
      </StackCell>
    </StackRow>
  );
});
