"use client";

import Link from "next/link";
import { useState, type ReactNode } from "react";

export type NavLinkProps = { href: string; current: boolean; className: string; children: ReactNode };

/** Fetches its page as soon as somebody points at it: a first load is not burdened with all the others. */
export function NavLink({ href, current, className, children }: NavLinkProps) {
  const [meant, setMeant] = useState(false);
  const mean = () => setMeant(true);
  return (
    <Link
      href={href}
      prefetch={meant}
      aria-current={current ? "page" : undefined}
      onMouseEnter={mean}
      onFocus={mean}
      onTouchStart={mean}
      className={className}
    >
      {children}
    </Link>
  );
}
