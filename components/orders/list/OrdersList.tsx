"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide";
import { useMemo, useRef, type ReactNode } from "react";
import { sumOfCounts } from "#lib/orders/list/counts.ts";
import { choicesOf, SORT_WORDS, type Choice } from "#lib/orders/list/describeAddress.ts";
import {
  isFiltered,
  parseListAddress,
  UNFILTERED,
  type ListAddress,
  type OrdersFilter,
} from "#lib/orders/list/listAddress.ts";
import type { OrderCounts } from "#lib/contracts/orders/order.ts";
import { ORDER_SORTS } from "#lib/contracts/orders/orderSort.ts";
import { orderCountsQuery, orderFacetsQuery } from "#lib/queries/orders/orderList.ts";
import { ordersListQuery } from "#lib/queries/orders/orders.ts";
import { paths } from "#lib/paths.ts";
import { counted } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { formatDay } from "#components/time/formats.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { FilterChips } from "#components/ui/actions/FilterChips.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { Icon } from "#components/ui/display/Icon.tsx";
import { cx } from "#components/ui/cx.ts";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { useDelayed } from "#components/ui/feedback/useDelayed.ts";
import { Select } from "#components/ui/inputs/Select.tsx";
import { loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { ExportMenu, type ExportMenuProps } from "#components/orders/list/actions/ExportMenu.tsx";
import { DatePicker } from "#components/orders/list/filters/DatePicker.tsx";
import { MoreFilters } from "#components/orders/list/filters/MoreFilters.tsx";
import { SearchBox } from "#components/orders/list/filters/SearchBox.tsx";
import { NoOrders } from "./NoOrders.tsx";
import { OrdersTable } from "./OrdersTable.tsx";
import { OrderTabs } from "./OrderTabs.tsx";
import { useListAddress, type ChangeAddress } from "#components/orders/list/filters/useListAddress.ts";
import { useLiveOrders } from "./useLiveOrders.ts";
import { useTextSearch, type TextSearch } from "#components/orders/list/filters/useTextSearch.ts";
import { useProductName } from "#components/orders/list/filters/useProductName.ts";
import { useListFilter } from "#components/orders/list/filters/useListFilter.ts";
import { useSelection } from "./useSelection.ts";
import { OrderViews } from "#components/orders/list/views/OrderViews.tsx";
import { selectAllWords } from "./selectAllWords.ts";

// Loaded when an order is selected.
const SelectionBar = loadedOnUse(
  async () => (await import("#components/orders/list/actions/SelectionBar.tsx")).SelectionBar,
  ({ onClear }) => onClear(),
);

/** The list of orders: filters and sort are in the address, and the rows stay current. `codes`: what is done with the codes of the selected ones. */
export function OrdersList({ codes }: { codes: ReactNode }) {
  const environment = useEnvironment();
  const { address, query, change } = useListAddress();
  const filter = useListFilter(address);
  const mayPlace = usePermission("orders.place");
  const list = useInfiniteQuery({
    ...ordersListQuery(environment, filter),
    placeholderData: keepPreviousData,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
  const counts = useQuery({ ...orderCountsQuery(environment, filter), placeholderData: keepPreviousData });
  const search = useTextSearch(address.q, change);
  const isSearched = search.instead === null;
  const viewAll = () => {
    change(UNFILTERED);
    search.search("");
  };
  const pages = isSearched ? list.data?.pages : undefined;
  const orders = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const selection = useSelection(orders, query);
  const rows = useRef<HTMLDivElement>(null);
  const live = useLiveOrders(
    filter,
    list.isPlaceholderData ? [] : orders,
    () => selection.orders.length > 0 || isReading(rows.current),
  );
  const isStale = useDelayed(list.isPlaceholderData);

  return (
    <>
      <PageHeader
        title="Orders"
        actions={
          <>
            <LinkButton href={paths.schedules()} variant="quiet">
              <Icon shape={CalendarClock} className="size-4 sm:hidden" />
              <span className="max-sm:sr-only">Schedules</span>
            </LinkButton>
            {isSearched ? <ExportMenu chosen={chosenOf(filter)} label="Export" isAskable /> : null}
            {mayPlace ? (
              <LinkButton href={paths.newOrder()} variant="primary">
                New order
              </LinkButton>
            ) : null}
          </>
        }
      />
      <OrderTabs
        chosen={address.state.length === 0 ? (address.tab ?? "all") : null}
        counts={isSearched ? counts.data : NO_COUNTS}
        onTab={(tab) => change({ tab, state: UNFILTERED.state })}
      />
      <Toolbar address={address} query={query} change={change} search={search} />
      <ChosenFilters
        address={address}
        change={change}
        search={search}
        counts={isSearched ? counts.data : undefined}
      />
      {orders.length > 0 ? (
        <ListHead
          label={selectAllWords(selection.orders.length, orders.length)}
          isAll={selection.orders.length === orders.length}
          onSelectAll={selection.toggleAll}
          waiting={live.waiting}
          isMoved={live.isMoved}
          onShow={live.show}
        />
      ) : null}
      {search.instead ? (
        <InsteadOfOrders {...search.instead} onViewAll={viewAll} />
      ) : (
        <>
          {list.isPending ? <SkeletonRows rows={10} label="Loading orders" /> : null}
          {list.error && !list.data ? (
            <ProblemState
              title="Orders couldn't be loaded"
              error={list.error}
              onRetry={() => void list.refetch()}
              retrying={list.isFetching}
            />
          ) : null}
          {list.data && orders.length === 0 ? (
            <NoOrders onViewAll={isFiltered(address) ? viewAll : null} mayPlace={mayPlace} />
          ) : null}
        </>
      )}
      <div ref={rows} className={cx(isStale && "opacity-60")} aria-busy={list.isPlaceholderData}>
        {orders.length > 0 ? (
          <OrdersTable
            orders={orders}
            selection={selection}
            query={query}
            sort={address.sort}
            isOfOneCurrency={address.currency !== null}
            onSort={(sort) => change({ sort })}
          />
        ) : null}
      </div>
      {selection.orders.length === 0 ? null : (
        <SelectionBar orders={selection.orders} codes={codes} onClear={selection.clear} />
      )}
      {isSearched && list.hasNextPage ? (
        <div className="flex justify-center py-4">
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more orders
          </Button>
        </div>
      ) : null}
    </>
  );
}

const NO_COUNTS = { states: {} };

function InsteadOfOrders({
  onViewAll,
  ...instead
}: NonNullable<TextSearch["instead"]> & { onViewAll: () => void }) {
  if (instead.kind === "unfound") return <NoOrders onViewAll={onViewAll} mayPlace={false} />;
  return <ProblemState title="Orders couldn't be searched" error={instead.error} onRetry={instead.retry} />;
}

function chosenOf({ sort = UNFILTERED.sort, product, ...filter }: OrdersFilter): ExportMenuProps["chosen"] {
  return { filter: { ...filter, ...(product === undefined ? {} : { product: String(product) }) }, sort };
}

/** True while moving rows would disturb the member: scrolled down, or with the pointer or the focus on a row. */
function isReading(rows: HTMLElement | null): boolean {
  return window.scrollY > 120 || rows?.matches(":hover, :focus-within") === true;
}

type ToolbarProps = { address: ListAddress; query: string; change: ChangeAddress; search: TextSearch };

function Toolbar({ address, query, change, search }: ToolbarProps) {
  const sorts = ORDER_SORTS.filter((sort) => address.currency !== null || !sort.startsWith("amount"));
  return (
    <search aria-label="Filter orders" className="mb-3 flex flex-wrap items-center gap-2">
      <SearchBox value={search.text} onSearch={search.search} />
      <DatePicker address={address} change={change} />
      <MoreFilters address={address} change={change} />
      <OrderViews query={query} onOpen={(opened) => change(parseListAddress(new URLSearchParams(opened)))} />
      <span className="ms-auto w-40 max-sm:ms-0 max-sm:grow">
        <Select
          aria-label="Sort"
          value={address.sort}
          options={sorts.map((value) => ({ value, label: SORT_WORDS[value] }))}
          onChange={(event) =>
            change({ sort: ORDER_SORTS.find((sort) => sort === event.target.value) ?? UNFILTERED.sort })
          }
        />
      </span>
    </search>
  );
}

type ChosenFiltersProps = Pick<ToolbarProps, "address" | "change" | "search"> & {
  counts: OrderCounts | undefined;
};

function ChosenFilters({ address, change, search, counts }: ChosenFiltersProps) {
  const { data: facets } = useQuery({
    ...orderFacetsQuery(useEnvironment()),
    enabled: address.member !== null,
  });
  const product = useProductName(address.product);
  const member = facets?.members.find(({ id }) => id === address.member)?.name ?? null;
  // A text without matches is not in the address, but is removed like any other filter.
  const chosen = search.instead === null ? address : { ...address, q: search.text };
  const remove = (changes: Partial<ListAddress>) => {
    change(changes);
    if (changes.q !== undefined) search.search(changes.q);
  };
  // Otherwise the tab shows the number.
  const found =
    counts === undefined || address.state.length === 0 ? null : sumOfCounts(counts, address.state);
  const choices = choicesOf(chosen, { member, product, day: formatDay });
  return (
    <FilterChips
      chips={choices}
      found={found === null ? null : found.text === "1" ? "1 order" : `${found.text} orders`}
      onRemove={({ without }) => remove(without)}
      onClear={() => remove(withoutAll(choices))}
    />
  );
}

/** Without any of the choices; the tab and the sort stay. */
function withoutAll(choices: readonly Choice[]): Partial<ListAddress> {
  const changes: Partial<ListAddress> = {};
  for (const { without } of choices) Object.assign(changes, without);
  return { ...changes, state: UNFILTERED.state };
}

type ListHeadProps = {
  label: string;
  isAll: boolean;
  onSelectAll: () => void;
  waiting: number;
  isMoved: boolean;
  onShow: () => void;
};

/** The row above the list: selects all rows, and offers to show new orders. */
function ListHead({ label, isAll, onSelectAll, waiting, isMoved, onShow }: ListHeadProps) {
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
      <label className="flex min-h-9 cursor-pointer items-center gap-3 text-[0.8125rem] text-ink-soft">
        <input type="checkbox" className="size-4 accent-accent" checked={isAll} onChange={onSelectAll} />
        {label}
      </label>
      {waiting > 0 || isMoved ? (
        <Button size="small" className="sticky top-bars z-20" onClick={onShow}>
          {waiting === 0
            ? "The list has changed. Refresh"
            : `Show ${counted(waiting, "new order", "new orders")}`}
        </Button>
      ) : null}
    </div>
  );
}
