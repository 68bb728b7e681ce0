"use client";

import { lazy, Suspense } from "react";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { priceInMessage } from "#lib/orders/lines/priceInMessage.ts";

// The explanations are loaded with the first message: most pages show none.
const MessageHelp = lazy(() => import("./MessageHelp.tsx"));

/**
 * A verbatim message, with the price in it, which the service writes in minor units, as an amount beside it, and with what it means
 * where it is one that the interface knows.
 */
export function ServiceMessage({ text, currency }: { text: string; currency: string | null }) {
  const price = priceInMessage(text);
  return (
    <>
      {price === null ? text : `${text} = ${formatAmount(price, currency)}`}
      <Suspense>
        <MessageHelp text={text} />
      </Suspense>
    </>
  );
}
