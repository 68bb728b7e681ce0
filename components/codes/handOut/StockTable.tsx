"use client";

import { Button } from "#components/ui/actions/Button.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { SearchedStock, type StockItem } from "#components/codes/stock/SearchedStock.tsx";
import { COUNT_HEADS, StockCounts } from "#components/codes/stock/StockCounts.tsx";
import { leftOf } from "#lib/codes/leftOf.ts";

export type { StockItem };

const COLUMNS = "md:grid-cols-[minmax(0,1fr)_5rem_4.5rem_4.5rem_5rem_4.5rem_6rem]";
const HEADS = [{ text: "Product" }, ...COUNT_HEADS, { text: "Actions", hidden: true }];
/** How many codes of each product are left, by who has seen them. Products can be found by name or ID. */
export function StockTable({
  items,
  onHandOut,
}: {
  items: readonly StockItem[];
  onHandOut: (item: StockItem) => void;
}) {
  return (
    <SearchedStock items={items}>
      {(shown) => (
        <StackTable label="Codes by product" heads={HEADS} columns={COLUMNS}>
          {shown.map((item) => (
            <StockRow key={item.productId} item={item} onHandOut={() => onHandOut(item)} />
          ))}
        </StackTable>
      )}
    </SearchedStock>
  );
}

function StockRow({ item, onHandOut }: { item: StockItem; onHandOut: () => void }) {
  const name = item.productName ?? `Product ${item.productId}`;
  return (
    <StackRow columns={COLUMNS}>
      <StackCell className="font-medium wrap-anywhere max-md:pe-24">
        <bdi translate="no">{name}</bdi>
      </StackCell>
      <StockCounts item={item} />
      <StackCell className="flex justify-end max-md:absolute max-md:end-0 max-md:top-1.5">
        <Button
          size="small"
          disabled={leftOf(item) === 0}
          onClick={onHandOut}
          aria-label={`Hand out ${name}`}
        >
          Hand out…
        </Button>
      </StackCell>
    </StackRow>
  );
}
