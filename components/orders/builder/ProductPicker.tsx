"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useEffect, useId, useState, type KeyboardEvent } from "react";
import { describeAmounts } from "#lib/catalog/denominations/denomination.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Product } from "#lib/contracts/product.ts";
import { offeredProductsQuery } from "#lib/queries/draft.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { cx } from "#components/ui/cx.ts";
import { useLasting } from "#components/ui/feedback/useLasting.ts";

const SETTLE_MS = 120;

/** Adds a product by searching the catalog: a combobox, so that the hands stay on the keyboard. */
export function ProductPicker({
  environment,
  onPick,
}: {
  environment: Environment;
  onPick: (product: Product) => void;
}) {
  const id = useId();
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const q = useSettled(text.trim(), SETTLE_MS);
  const search = useQuery(offeredProductsQuery(environment, q));
  const current = q === text.trim() && !search.isPlaceholderData;
  const dimmed = useLasting(!current);
  const offered = q === "" ? [] : (search.data?.items ?? []);
  const chosen = current ? offered[active] : undefined;
  const shown = open && text.trim() !== "";

  function pick(product: Product) {
    setText("");
    setOpen(false);
    setActive(0);
    onPick(product);
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (shown && offered.length > 0) setActive((active + step + offered.length) % offered.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (shown && chosen) pick(chosen);
    } else if (event.key === "Escape" && shown) {
      event.preventDefault();
      setOpen(false);
    }
  }

  return (
    <div className="relative">
      <Plus
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-ink-faint"
      />
      <input
        type="text"
        role="combobox"
        data-adds-row=""
        aria-label="Add a product"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && chosen ? `${id}-${chosen.id}` : undefined}
        placeholder="Add a product: type its name or id"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
        className="block min-h-9 w-full rounded-md border border-line-strong bg-canvas ps-8 pe-2.5 hover:border-ink-faint max-sm:text-base"
      />
      <div
        className={cx(
          "absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-raised",
          !shown && "hidden",
        )}
      >
        <div id={`${id}-list`} role="listbox" aria-label="Products" className={cx(dimmed && "opacity-60")}>
          {offered.map((product, index) => (
            <Offer
              key={product.id}
              id={`${id}-${product.id}`}
              product={product}
              active={index === active}
              onPick={pick}
            />
          ))}
        </div>
        <p
          role="status"
          className={cx("px-2 text-[0.8125rem] text-ink-faint", offered.length === 0 && "py-2")}
        >
          {shown ? statusOf(search.error, current, offered.length, search.data?.total ?? 0, q) : ""}
        </p>
      </div>
    </div>
  );
}

function Offer({
  id,
  product,
  active,
  onPick,
}: {
  id: string;
  product: Product;
  active: boolean;
  onPick: (product: Product) => void;
}) {
  return (
    // The field has the focus and hears the keys (ARIA combobox).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={active}
      ref={active ? scrollIntoView : undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(product)}
      className={cx(
        "flex min-h-9 cursor-pointer items-baseline gap-3 rounded-sm px-2 py-1.5 hover:bg-hover",
        active && "bg-hover",
      )}
    >
      <span className="min-w-0 grow wrap-anywhere">
        <bdi>{product.name}</bdi> <span className="text-ink-faint">{product.countryCode}</span>
      </span>
      <span className="shrink-0 text-[0.8125rem] text-ink-soft tabular-nums">{describeAmounts(product)}</span>
    </div>
  );
}

function statusOf(error: unknown, current: boolean, offered: number, total: number, q: string): string {
  if (error) return asProblem(error).detail;
  if (!current) return offered === 0 ? "Searching…" : "";
  if (offered === 0) return `No product in your catalog matches “${q}”.`;
  return total > offered
    ? `${total.toLocaleString("en")} products match. Type more to narrow them down.`
    : "";
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

/** The value once it has stood still. */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
