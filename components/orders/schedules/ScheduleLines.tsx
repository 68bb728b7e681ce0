import type { Ceiling, ScheduleContent } from "#lib/contracts/orders/schedules.ts";
import { formatCount } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";

/** How the price of a line may change until its date. */
const CEILING_WORDS: Record<Ceiling, string> = {
  "as-now": "not more",
  "plus-5": "up to 5 % more",
  any: "any price",
};

/** What is ordered on each date, with the price when it was scheduled. */
export function ScheduleLines({ content: { lines, currency } }: { content: ScheduleContent }) {
  return (
    <div>
      <h3 className="font-medium">Each time</h3>
      <ul>
        {lines.map(({ productId, productName, quantity, priceThen, ceiling, amount }, index) => (
          <li key={`${productId} ${index}`} className="flex flex-wrap justify-between gap-x-3">
            <span className="min-w-0 wrap-anywhere">
              {formatCount(quantity)} × <bdi translate="no">{productName}</bdi>
            </span>
            <span className="text-ink-soft">
              <Amount minor={priceThen} currency={currency} />
              {amount === null ? `, ${CEILING_WORDS[ceiling]}` : null}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
