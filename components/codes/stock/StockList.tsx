"use client";

import { useQuery } from "@tanstack/react-query";
import { paths } from "#lib/paths.ts";
import { rulesQuery } from "#lib/queries/restock.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { formatDay } from "#components/time/formats.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { SearchedStock, type StockItem } from "./SearchedStock.tsx";
import { COUNT_HEADS, CountCell, StockCounts } from "./StockCounts.tsx";

// On a tablet, the numbers leave no room beside the name, so that it has a line of its own.
const COLUMNS =
  "md:max-[75rem]:grid-cols-[repeat(6,minmax(3rem,1fr))_6rem_5.5rem] min-[75rem]:grid-cols-[minmax(0,1fr)_5rem_4.5rem_4.5rem_5rem_4.5rem_4.5rem_6.5rem_6rem]";
const HEADS = [
  { text: "Product", className: "md:max-[75rem]:sr-only" },
  ...COUNT_HEADS,
  { text: "Expired", numeric: true },
  { text: "Expires next", numeric: true },
  { text: "Actions", hidden: true },
];

/** What has happened to the codes of each product, with a link to it in the catalog. */
export function StockList({
  items,
  onAddRule,
}: {
  items: readonly StockItem[];
  onAddRule: (productId: number) => void;
}) {
  const { data } = useQuery(rulesQuery(useEnvironment()));
  const mayManage = usePermission("rules.manage");
  const ruled = new Set(data?.items.map(({ productId }) => productId));
  return (
    <SearchedStock items={items}>
      {(shown) => (
        <StackTable label="Stock by product" heads={HEADS} columns={COLUMNS}>
          {shown.map((item) => (
            <Row
              key={item.productId}
              item={item}
              onAddRule={
                mayManage && data !== undefined && !ruled.has(item.productId)
                  ? () => onAddRule(item.productId)
                  : null
              }
            />
          ))}
        </StackTable>
      )}
    </SearchedStock>
  );
}

function Row({ item, onAddRule }: { item: StockItem; onAddRule: (() => void) | null }) {
  const maySeeHistory = usePermission("orders.read");
  const name = item.productName ?? `Product ${item.productId}`;
  return (
    <StackRow columns={COLUMNS}>
      <StackCell className="wrap-anywhere md:max-[75rem]:col-span-full">
        <TextLink href={paths.catalogProduct(item.productId)} className="font-medium">
          <bdi translate="no">{name}</bdi>
        </TextLink>{" "}
        {maySeeHistory ? (
          <TextLink
            href={paths.stockHistory(item.productId)}
            aria-label={`History of ${name}`}
            className="inline-flex min-h-6 items-center text-[0.8125rem]"
          >
            History
          </TextLink>
        ) : null}
      </StackCell>
      <StockCounts item={item} />
      <CountCell label="Expired" value={item.expired} />
      <StackCell
        label="Expires next"
        numeric
        className={item.nextExpiry === null ? "max-md:hidden" : undefined}
      >
        {item.nextExpiry === null ? (
          <span className="text-ink-faint">–</span>
        ) : (
          formatDay(item.nextExpiry, "date")
        )}
      </StackCell>
      <StackCell className="flex justify-end max-md:justify-start">
        {onAddRule === null ? null : (
          <Button size="small" aria-label={`Add rule for ${name}`} onClick={onAddRule}>
            Add rule…
          </Button>
        )}
      </StackCell>
    </StackRow>
  );
}
