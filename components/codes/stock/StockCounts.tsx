import { formatCount } from "#lib/text/counts.ts";
import { StackCell } from "#components/ui/display/StackTable.tsx";
import type { StockItem } from "./SearchedStock.tsx";

/** The heads of the cells of StockCounts. */
export const COUNT_HEADS = [
  { text: "Untouched", numeric: true },
  { text: "Revealed", numeric: true },
  { text: "Exported", numeric: true },
  { text: "Handed out", numeric: true },
  { text: "Disputed", numeric: true },
];

/** What has happened to the codes of a product, as cells of its row. */
export function StockCounts({ item }: { item: StockItem }) {
  return (
    <>
      <StackCell label="Untouched" numeric className="font-medium">
        {formatCount(item.untouched)}
      </StackCell>
      <CountCell label="Revealed" value={item.revealed} />
      <CountCell label="Exported" value={item.exported} />
      <CountCell label="Handed out" value={item.handedOut} />
      <CountCell label="Disputed" value={item.disputed} />
    </>
  );
}

/** A count that is mostly zero: on a phone, where each number takes a line, it is shown only if it is not. */
export function CountCell({ label, value }: { label: string; value: number }) {
  return (
    <StackCell label={label} numeric className={value === 0 ? "max-md:hidden" : undefined}>
      {formatCount(value)}
    </StackCell>
  );
}
