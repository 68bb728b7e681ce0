import { formatAmount } from "#lib/money/minorUnits.ts";
import { priceInMessage } from "#lib/orders/lines/priceInMessage.ts";
import { ServiceMessage } from "#components/orders/ServiceMessage.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { FieldError } from "#components/ui/inputs/Field.tsx";

/** Why the service rejected a line, in its words, with a button for the price that the message names (minor units of `currency`). */
export function RejectionNote({
  message,
  currency,
  onUse,
}: {
  message: string;
  currency: string | null;
  /** Enters an amount; missing where the line has no field for it. */
  onUse?: (minor: number, currency: string) => void;
}) {
  const price = priceInMessage(message);
  return (
    <>
      <FieldError>
        <ServiceMessage text={message} currency={currency} />
      </FieldError>
      {price === null || currency === null || onUse === undefined ? null : (
        <div>
          <Button size="small" onClick={() => onUse(price, currency)}>
            <span>
              Use <span translate="no">{formatAmount(price, currency)}</span>
            </span>
          </Button>
        </div>
      )}
    </>
  );
}
