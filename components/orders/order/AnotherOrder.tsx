import type { OrderView } from "#lib/contracts/orders/order.ts";
import type { OtherOrder } from "#lib/contracts/orders/otherOrder.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";

/** Says that the service shows something else under the order's reference than was confirmed, with both sides to compare. */
export function AnotherOrder({ order, otherOrder }: { order: OrderView; otherOrder: OtherOrder }) {
  const { lines, currency, price } = order;
  return (
    <Banner tone="refused" title="Another order has this reference at the service." live="off">
      <p>
        What the service shows is not what was confirmed here. Its codes are withheld from everybody. Ask
        whoever else orders with this account, or the service&apos;s support with the packet below. Then close
        this order, or say that it is this one.
      </p>
      <div className="mt-3 grid gap-x-8 gap-y-4 md:grid-cols-2">
        <Side title="Confirmed here" id={order.orderId} lines={lines} currency={currency} price={price} />
        <Side
          title="At the service"
          id={otherOrder.orderId}
          lines={otherOrder.lines}
          currency={otherOrder.currency}
          price={otherOrder.price}
          status={otherOrder.statusName}
          codes={otherOrder.codes}
        />
      </div>
      <ul className="mt-3 list-disc ps-5">
        {otherOrder.differences.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </Banner>
  );
}

type Line = {
  productId: number | null;
  productName?: string | null;
  quantity: number | null;
  price: number | null;
};

function Side({
  title,
  id,
  lines,
  currency,
  price,
  status = null,
  codes = [],
}: {
  title: string;
  id: string | null;
  lines: readonly Line[];
  currency: string | null;
  price: number | null;
  status?: string | null;
  codes?: OtherOrder["codes"];
}) {
  return (
    <section aria-label={title}>
      <h2 className="font-medium">{title}</h2>
      {id === null ? null : (
        <p>
          Order ID{" "}
          <span translate="no" className="font-mono">
            {id}
          </span>
        </p>
      )}
      {status === null ? null : (
        <p>
          Service status: <bdi translate="no">{status}</bdi>
        </p>
      )}
      {lines.map((line, index) => (
        // Several lines can have the same product, so the key includes the position.
        <p key={`${index} ${line.productId}`} className="wrap-anywhere">
          {line.quantity === null ? null : <>{formatCount(line.quantity)} × </>}
          <bdi translate="no">{line.productName ?? productOf(line.productId)}</bdi>
          {line.productName == null ? null : <> ({line.productId})</>}
          {line.price === null ? null : (
            <>
              , <Amount minor={line.price} currency={currency} /> each
            </>
          )}
        </p>
      ))}
      {codes.map(({ productId, count }) => (
        <p key={productId}>
          {counted(count, "code", "codes")} of <bdi translate="no">{productOf(productId)}</bdi>
        </p>
      ))}
      {price === null ? null : (
        <p>
          Total <Amount minor={price} currency={currency} />
        </p>
      )}
    </section>
  );
}

function productOf(productId: number | null): string {
  return productId === null ? "a product that it doesn't name" : `product ${productId}`;
}
