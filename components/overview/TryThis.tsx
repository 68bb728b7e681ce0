"use client";

import { useState } from "react";
import { keptCookie } from "#lib/keptCookie.ts";
import type { DemoScenario, DemoWords } from "#lib/contracts/team/demo.ts";
import { paths } from "#lib/paths.ts";
import { FOLDED, TOUR_COOKIE } from "./tour.ts";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

/**
 * Only in the demo: products to try, each of which shows what can happen to an order. All texts come from DEMO. Once folded away, it
 * stays so.
 */
export function TryThis({
  words,
  scenarios,
  isFolded,
}: {
  words: DemoWords;
  scenarios: readonly DemoScenario[];
  isFolded: boolean;
}) {
  const [isOpen, setOpen] = useState(!isFolded);
  function toggle(open: boolean) {
    setOpen(open);
    document.cookie = keptCookie(TOUR_COOKIE, open ? "open" : FOLDED);
  }
  return (
    <details
      open={isOpen}
      onToggle={(event) => toggle(event.currentTarget.open)}
      className="group mb-8 rounded-lg border border-line bg-surface"
    >
      <summary className="cursor-pointer rounded-lg px-4 py-2.5 font-semibold marker:text-ink-faint">
        <h2 className="inline">{words.title}</h2>
      </summary>
      <div className="border-t border-line px-4 pt-3 pb-4">
        <p className="max-w-prose text-ink-soft">{words.text}</p>
        <ul className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
          {scenarios.map(({ productId, title, text }) => (
            <li key={productId} className="min-w-0">
              <TextLink href={paths.catalogProduct(productId)}>{title}</TextLink>
              <p className="text-[0.8125rem] text-ink-faint">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
