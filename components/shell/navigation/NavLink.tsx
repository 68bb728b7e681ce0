"use client";

import Link, { useLinkStatus } from "next/link";
import { useState, type ReactNode } from "react";
import { Spinner } from "#components/ui/display/Spinner.tsx";
import { useDelayed } from "#components/ui/feedback/useDelayed.ts";
import { cx } from "#components/ui/cx.ts";

export type NavLinkProps = { href: string; current: boolean; className: string; children: ReactNode };

/** Prefetches its page when the pointer is on it, so that the first page does not load all the others. */
export function NavLink({ href, current, className, children }: NavLinkProps) {
  const [meant, setMeant] = useState(false);
  // Once: an update that changes nothing would hold up the next page (docs/decisions/0024-main-pages-stay-alive.md).
  const mean = meant ? undefined : () => setMeant(true);
  return (
    <Link
      href={href}
      prefetch={meant}
      aria-current={current ? "page" : undefined}
      onMouseEnter={mean}
      onFocus={mean}
      onTouchStart={mean}
      className={cx("relative", className)}
    >
      {children}
      <Loading />
    </Link>
  );
}

/** The previous page stays until the next one is there. Says after a moment that it is loading; earlier, it would only flicker. */
function Loading() {
  const { pending } = useLinkStatus();
  return useDelayed(pending) ? (
    <span className="ms-auto text-ink-faint max-lg:absolute max-lg:end-1/4 max-lg:top-1.5">
      <Spinner className="size-3.5" />
      <span className="sr-only">loading</span>
    </span>
  ) : null;
}
