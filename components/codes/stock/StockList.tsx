"use client";

import { paths } from "#lib/paths.ts";
import { formatCount } from "#lib/text/counts.ts";
import { formatDay } from "#components/time/formats.ts";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { atDesk } from "./atDesk.ts";
import { SearchedStock, type StockItem } from "./SearchedStock.tsx";

const COLUMNS = "md:grid-cols-[minmax(0,1fr)_5rem_4.5rem_4.5rem_5rem_4.5rem_4.5rem_6.5rem]";
const HEADS = [
  { text: "Product" },
  { text: "Untouched", numeric: true },
  { text: "Revealed", numeric: true },
  { text: "Exported", numeric: true },
  { text: "Handed out", numeric: true },
  { text: "Disputed", numeric: true },
  { text: "Expired", numeric: true },
  { text: "Expires next", numeric: true },
];

/** What has happened to the codes of each product, with a link to it in the catalog. */
export function StockList({ items }: { items: readonly StockItem[] }) {
  return (
    <SearchedStock items={items}>
      {(shown) => (
        <StackTable label="Stock by product" heads={HEADS} columns={COLUMNS}>
          {shown.map((item) => (
            <Row key={item.productId} item={item} />
          ))}
        </StackTable>
      )}
    </SearchedStock>
  );
}

function Row({ item }: { item: StockItem }) {
  return (
    <StackRow columns={COLUMNS}>
      <StackCell className="font-medium wrap-anywhere">
        <TextLink href={paths.catalogProduct(item.productId)}>
          <bdi translate="no">{item.productName ?? `Product ${item.productId}`}</bdi>
        </TextLink>
      </StackCell>
      <StackCell label="Untouched" numeric className="font-medium">
        {formatCount(item.untouched)}
      </StackCell>
      <Count label="Revealed" value={item.revealed} />
      <Count label="Exported" value={item.exported} />
      <Count label="Handed out" value={item.handedOut} />
      <Count label="Disputed" value={item.disputed} />
      <Count label="Expired" value={item.expired} />
      <StackCell
        label="Expires next"
        numeric
        className={item.nextExpiry === null ? "max-md:hidden" : undefined}
      >
        {item.nextExpiry === null ? (
          <span className="text-ink-faint">–</span>
        ) : (
          formatDay(item.nextExpiry, "day")
        )}
      </StackCell>
    </StackRow>
  );
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <StackCell label={label} numeric className={atDesk(value)}>
      {formatCount(value)}
    </StackCell>
  );
}
