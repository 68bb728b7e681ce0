"use client";

import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode } from "react";
import Link from "next/link";
import { cx } from "#components/ui/cx.ts";
import { Popover, type PopoverProps } from "./Popover.tsx";

const ITEM = '[role^="menuitem"]:not([aria-disabled="true"])';

function itemsOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>(ITEM)];
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = itemsOf(event.currentTarget);
  const here = items.findIndex((item) => item === document.activeElement);
  const step: Record<string, number> = {
    ArrowDown: here + 1,
    ArrowUp: here - 1,
    Home: 0,
    End: items.length - 1,
  };
  const next = step[event.key];
  if (next !== undefined) {
    event.preventDefault();
    items.at(next >= items.length ? 0 : next)?.focus();
  } else if (event.key === "Tab") {
    event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
  } else if (event.key.length === 1 && event.key !== " ") {
    const typed = event.key.toLowerCase();
    const rest = [...items.slice(here + 1), ...items.slice(0, here + 1)];
    rest.find((item) => item.textContent?.trim().toLowerCase().startsWith(typed))?.focus();
  }
}

function closeAfterChoice(event: MouseEvent<HTMLElement>) {
  const chosen = event.target instanceof Element ? event.target.closest(ITEM) : null;
  if (chosen) event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
}

export type MenuProps = Omit<PopoverProps, "haspopup" | "onToggle" | "className">;

/** Several actions behind one button. */
export function Menu({ children, ...rest }: MenuProps) {
  return (
    <Popover
      {...rest}
      haspopup="menu"
      className="min-w-44"
      onToggle={(open, popover) => {
        if (open) itemsOf(popover)[0]?.focus();
      }}
    >
      {/* The items have the focus; the menu only listens for their keys. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div role="menu" onKeyDown={moveFocus} onClick={closeAfterChoice} className="flex flex-col p-1">
        {children}
      </div>
    </Popover>
  );
}

const ITEM_LOOK =
  "flex min-h-8 w-full items-center gap-2 rounded-sm px-2 text-start text-ink no-underline hover:bg-hover focus:bg-hover " +
  "focus-visible:outline-offset-[-2px] aria-disabled:text-ink-faint aria-disabled:cursor-not-allowed";

export function MenuItem({ className, disabled, onClick, ...rest }: ComponentProps<"button">) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      {...rest}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      className={cx(ITEM_LOOK, className)}
    />
  );
}

export function MenuLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link role="menuitem" tabIndex={-1} prefetch={false} {...rest} className={cx(ITEM_LOOK, className)} />
  );
}

export function MenuChoice({
  checked,
  className,
  children,
  ...rest
}: ComponentProps<"button"> & { checked: boolean }) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={checked}
      tabIndex={-1}
      {...rest}
      className={cx(ITEM_LOOK, className)}
    >
      <span aria-hidden className={cx("size-1.5 shrink-0 rounded-full", checked && "bg-accent-text")} />
      {children}
    </button>
  );
}

/** Related items under a heading. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={label}
      className="border-line not-first:mt-1 not-first:border-t not-first:pt-1"
    >
      <p aria-hidden className="px-2 py-1 text-xs text-ink-faint">
        {label}
      </p>
      {children}
    </div>
  );
}
