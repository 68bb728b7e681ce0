"use client";

import { SearchX } from "lucide";
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import type { Stock } from "#lib/contracts/codes/stock.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SearchInput } from "#components/ui/inputs/SearchInput.tsx";
import { findStock } from "./findStock.ts";

export type StockItem = Stock["items"][number];

/** Longer lists have a search field. */
const SEARCHED = 14;

/** The products of the stock, to be found by name or ID, in a table of the caller's. */
export function SearchedStock({
  items,
  children,
}: {
  items: readonly StockItem[];
  children: (shown: readonly StockItem[]) => ReactNode;
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
        children(shown)
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
