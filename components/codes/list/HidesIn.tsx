"use client";

import { useNow } from "#components/time/useNow.ts";
import { MASK_AFTER_MS } from "#components/codes/reveal/useReveal.ts";

/** The seconds until the shown codes are hidden. */
export function HidesIn({ until }: { until: number }) {
  const now = useNow(1_000);
  const seconds = Math.min(MASK_AFTER_MS / 1_000, Math.max(0, Math.ceil((until - now) / 1_000)));
  return <span className="ms-auto text-[0.8125rem] text-ink-faint tabular-nums">Hides in {seconds} s</span>;
}
