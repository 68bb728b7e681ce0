"use client";

import { lazy, Suspense } from "react";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { priceInMessage } from "#lib/orders/lines/priceInMessage.ts";

// The explanations are loaded with the first message, because most pages show none. A message is shown without one if it can't be loaded.
const MessageHelp = lazy(() => import("./MessageHelp.tsx").catch(() => ({ default: NoHelp })));

function NoHelp(_props: { text: string }) {
  return null;
}

/**
 * A verbatim message of the service. If it contains a price (which the service writes in minor units), the amount is shown beside
 * it; if the message is in the interface, so is its explanation.
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
