import type { OrderLine, OrderView } from "#lib/contracts/orders/order.ts";
import { multiplyMinor } from "#lib/money/minorUnits.ts";
import { formatCount } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";
import { StackCell, StackNote, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { ServiceMessage } from "#components/orders/ServiceMessage.tsx";
import { FieldError } from "#components/ui/inputs/Field.tsx";

const COLUMNS = "md:grid-cols-[minmax(0,1fr)_6.5rem_4.5rem_4rem_7.5rem]";
const HEADS = [
  { text: "Product" },
  { text: "Unit price", numeric: true },
  { text: "Quantity", numeric: true },
  { text: "Country" },
  { text: "Total", numeric: true },
];

/** What was ordered; a rejection is shown on the line that it is about. */
export function OrderLines({ order }: { order: OrderView }) {
  if (order.lines.length === 0) {
    return <p className="py-3 text-ink-soft">The service doesn't provide the lines of this order.</p>;
  }
  return (
    <>
      <StackTable label="Lines of the order" heads={HEADS} columns={COLUMNS}>
        {order.lines.map((line, index) => (
          <Line
            // Several lines can have the same product, so the key includes the position.
            key={`${index} ${line.productId}`}
            line={line}
            currency={order.currency}
            delivered={deliveredOf(order, line)}
            messages={order.refusedLines.filter((each) => each.index === index).map((each) => each.message)}
          />
        ))}
      </StackTable>
      <p className="flex items-baseline justify-between gap-3 py-3">
        <span className="font-medium">Order total</span>
        <Amount minor={order.price} currency={order.currency} className="font-semibold" />
      </p>
    </>
  );
}

/** How many codes of a line were delivered, if the service says which product they belong to and no other line has it. */
function deliveredOf({ deliveredByProduct, lines }: OrderView, { productId }: OrderLine): number | null {
  const isAlone = lines.filter((line) => line.productId === productId).length === 1;
  if (deliveredByProduct.length === 0 || !isAlone) return null;
  return deliveredByProduct.find((each) => each.productId === productId)?.count ?? 0;
}

function Line({
  line,
  currency,
  delivered,
  messages,
}: {
  line: OrderLine;
  currency: string | null;
  /** Null: not known for this line. */
  delivered: number | null;
  messages: readonly string[];
}) {
  const total =
    line.price === null || line.quantity === null ? null : multiplyMinor(line.price, line.quantity);
  return (
    <StackRow columns={COLUMNS}>
      <StackCell>
        <bdi translate="no" className="line-clamp-3 font-medium wrap-anywhere">
          {line.productName ?? `Product ${line.productId}`}
        </bdi>
        <span className="block text-[0.8125rem] text-ink-faint">{line.productId}</span>
      </StackCell>
      <StackCell label="Unit price" numeric>
        <Amount minor={line.price} currency={currency} />
      </StackCell>
      <StackCell label="Quantity" numeric>
        <span className="text-end">
          {line.quantity === null ? "–" : formatCount(line.quantity)}
          {delivered === null || delivered === line.quantity ? null : (
            <span className="block text-xs leading-4 text-partial">{formatCount(delivered)} delivered</span>
          )}
        </span>
      </StackCell>
      <StackCell label="Country">
        <span>{line.countryCode ?? "–"}</span>
      </StackCell>
      <StackCell label="Total" numeric className="font-medium">
        <Amount minor={total} currency={currency} />
      </StackCell>
      {messages.length > 0 ? (
        <StackNote className="pb-1">
          {messages.map((message) => (
            <FieldError key={message}>
              <ServiceMessage text={message} currency={currency} />
            </FieldError>
          ))}
        </StackNote>
      ) : null}
    </StackRow>
  );
}
