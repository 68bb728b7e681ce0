import { sumOfCounts, type BoundedCount } from "#lib/orders/list/counts.ts";
import { ORDER_TABS, statesOfTab, TAB_WORDS, type OrderTab } from "#lib/orders/list/tabs.ts";
import type { OrderCounts } from "#lib/contracts/orders/order.ts";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { cx } from "#components/ui/cx.ts";
import { Skeleton } from "#components/ui/feedback/Skeleton.tsx";
import { useChosenInSight } from "#components/ui/useChosenInSight.ts";

/** `all`: the tab of every state. */
type Tab = OrderTab | "all";

export type OrderTabsProps = {
  /** Null: none, because single states were chosen. */
  chosen: Tab | null;
  counts: OrderCounts | undefined;
  onTab: (tab: OrderTab | null) => void;
};

/** Tabs by state, with the number of orders that match the filters. */
export function OrderTabs({ chosen, counts, onTab }: OrderTabsProps) {
  // Without limits nothing ever waits for approval.
  const isShown = (name: OrderTab) =>
    name !== "awaiting-approval" ||
    name === chosen ||
    statesOfTab(name).some((state) => (counts?.states[state]?.count ?? 0) > 0);
  const tabs = ["all", ...ORDER_TABS.filter(isShown)] as const;
  // Numbers are wider than what stands in their place before.
  const strip = useChosenInSight<HTMLElement>(`${chosen} ${tabs.length} ${counts === undefined}`);
  const tab = (name: Tab) => (
    <li key={name} className="shrink-0">
      <button
        type="button"
        aria-current={name === chosen ? "true" : undefined}
        onClick={() => onTab(name === "all" ? null : name)}
        className={cx(
          "-mb-px flex min-h-10 items-center gap-1.5 border-b-2 px-2.5 whitespace-nowrap hover:text-ink focus-visible:outline-offset-[-2px]",
          name === chosen ? "border-accent font-medium text-ink" : "border-transparent text-ink-soft",
        )}
      >
        {name === "all" ? "All" : TAB_WORDS[name]}{" "}
        {counts === undefined ? (
          <Skeleton className="h-3 w-5" />
        ) : (
          <Count {...sumOfCounts(counts, name === "all" ? ORDER_STATES : statesOfTab(name))} />
        )}
      </button>
    </li>
  );
  return (
    <nav
      ref={strip}
      aria-label="State of the orders"
      className="relative mb-3 overflow-x-auto border-b border-line max-sm:-mx-4 max-sm:px-4"
    >
      <ul className="flex">{tabs.map(tab)}</ul>
    </nav>
  );
}

function Count({ text, more }: BoundedCount) {
  return (
    <span className="text-xs text-ink-faint tabular-nums">
      <span aria-hidden>{text}</span>
      <span className="sr-only">{more ? `${text.replace("+", "")} or more` : text}</span>
    </span>
  );
}
