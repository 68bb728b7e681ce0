"use client";

import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { cx } from "./cx.ts";

export type Tab = { id: string; label: ReactNode; content: ReactNode };
export type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  /** Controlled when given. */
  selected?: string;
  onSelect?: (id: string) => void;
};

const STEP: Record<string, (here: number, count: number) => number> = {
  ArrowRight: (here, count) => (here + 1) % count,
  ArrowLeft: (here, count) => (here - 1 + count) % count,
  Home: () => 0,
  End: (_here, count) => count - 1,
};

export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const base = useId();
  const [own, setOwn] = useState(tabs[0]?.id);
  const current = selected ?? own;

  function select(id: string) {
    setOwn(id);
    onSelect?.(id);
  }
  function move(event: KeyboardEvent<HTMLElement>) {
    const here = tabs.findIndex((tab) => tab.id === current);
    const next = tabs[STEP[event.key]?.(here, tabs.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    select(next.id);
    event.currentTarget.querySelector<HTMLElement>(`#${CSS.escape(`${base}${next.id}`)}`)?.focus();
  }

  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs have the focus */}
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-5 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${base}${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === current}
            aria-controls={`${base}${tab.id}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => select(tab.id)}
            className={cx(
              "-mb-px min-h-10 shrink-0 border-b-2 font-medium focus-visible:outline-offset-[-2px]",
              tab.id === current
                ? "border-accent text-ink"
                : "border-transparent text-ink-soft hover:text-ink",
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          id={`${base}${tab.id}-panel`}
          role="tabpanel"
          aria-labelledby={`${base}${tab.id}`}
          hidden={tab.id !== current}
        >
          {tab.id === current ? tab.content : null}
        </div>
      ))}
    </div>
  );
}
