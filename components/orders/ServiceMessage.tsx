import { explainMessage } from "#lib/help/messages.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { priceInMessage } from "#lib/orders/lines/priceInMessage.ts";
import { paths } from "#lib/paths.ts";
import { Explanation } from "#components/orderSummary/Explanation.tsx";

/**
 * A verbatim message, with the price in it, which the service writes in minor units, as an amount beside it, and with what it means
 * where it is one that the interface knows.
 */
export function ServiceMessage({ text, currency }: { text: string; currency: string | null }) {
  const price = priceInMessage(text);
  const help = explainMessage(text);
  return (
    <>
      {price === null ? text : `${text} = ${formatAmount(price, currency)}`}
      {help === null ? null : (
        <>
          {" "}
          <Explanation
            about={help.text}
            sentences={[help.meaning, help.you]}
            href={paths.help({ message: help.id })}
          />
        </>
      )}
    </>
  );
}
