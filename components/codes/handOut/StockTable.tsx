"use client";

import { SearchX } from "lucide";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Stock } from "#lib/contracts/codes/handOut.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SearchInput } from "#components/ui/inputs/SearchInput.tsx";
import { findStock } from "./findStock.ts";
import { leftOf } from "./leftOf.ts";

export type StockItem = Stock["items"][number];

const COLUMNS = "md:grid-cols-[minmax(0,1fr)_5rem_4.5rem_4.5rem_5rem_4.5rem_6rem]";
const HEADS = [
  { text: "Product" },
  { text: "Untouched", numeric: true },
  { text: "Revealed", numeric: true },
  { text: "Exported", numeric: true },
  { text: "Handed out", numeric: true },
  { text: "Disputed", numeric: true },
  { text: "Actions", hidden: true },
];
/** Longer lists have a search field. */
const SEARCHED = 14;

/** How many codes of each product are left, by who has seen them. Products can be found by name or ID. */
export function StockTable({
  items,
  onHandOut,
}: {
  items: readonly StockItem[];
  onHandOut: (item: StockItem) => void;
}) {
  const [text, setText] = useState("");
  const shown = items.length > SEARCHED ? findStock(items, text) : items;
  return (
    <>
      {items.length > SEARCHED ? <SearchField text={text} onText={setText} /> : null}
      {shown.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={<h3>No products found</h3>}
          actions={<Button onClick={() => setText("")}>View all products</Button>}
        >
          Check the spelling, or search for the product ID.
        </EmptyState>
      ) : (
        <StackTable label="Codes by product" heads={HEADS} columns={COLUMNS}>
          {shown.map((item) => (
            <StockRow key={item.productId} item={item} onHandOut={() => onHandOut(item)} />
          ))}
        </StackTable>
      )}
      <p role="status" className="pt-3 text-[0.8125rem] text-ink-faint empty:hidden">
        {shown.length === items.length
          ? null
          : `${formatCount(shown.length)} of ${counted(items.length, "product", "products")}`}
      </p>
    </>
  );
}

function SearchField({ text, onText }: { text: string; onText: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const adopt = useEffectEvent(() => onText(field.current?.value ?? ""));
  // Also filters by what was typed before the page was interactive.
  useEffect(() => adopt(), []);
  return (
    <SearchInput
      ref={field}
      aria-label="Search products"
      placeholder="Search products"
      title="Searches names and product IDs"
      value={text}
      onChange={(event) => onText(event.target.value)}
      className="mt-3 mb-1 sm:max-w-md"
    />
  );
}

function StockRow({ item, onHandOut }: { item: StockItem; onHandOut: () => void }) {
  const name = item.productName ?? `Product ${item.productId}`;
  return (
    <StackRow columns={COLUMNS}>
      <StackCell className="font-medium wrap-anywhere max-md:pe-24">
        <bdi translate="no">{name}</bdi>
      </StackCell>
      <StackCell label="Untouched" numeric className="font-medium">
        {formatCount(item.untouched)}
      </StackCell>
      <StackCell label="Revealed" numeric className={atDesk(item.revealed)}>
        {formatCount(item.revealed)}
      </StackCell>
      <StackCell label="Exported" numeric className={atDesk(item.exported)}>
        {formatCount(item.exported)}
      </StackCell>
      <StackCell label="Handed out" numeric className={atDesk(item.handedOut)}>
        {formatCount(item.handedOut)}
      </StackCell>
      <StackCell label="Disputed" numeric className={atDesk(item.disputed)}>
        {formatCount(item.disputed)}
      </StackCell>
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

/** On a phone, where each number takes a line, those that are mostly zero are shown only if they are not. */
function atDesk(count: number): string | undefined {
  return count === 0 ? "max-md:hidden" : undefined;
}
