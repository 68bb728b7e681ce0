import type { Reconciliation } from "#lib/contracts/statement.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { counted } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#components/ui/display/Table.tsx";

/** Each currency's balance over the month, with what the service accepted in that time. */
export function WalletTable({ rows }: { rows: readonly Reconciliation[] }) {
  return (
    <Table label="Wallet over the month">
      <TableHead>
        <HeadCell>Currency</HeadCell>
        <HeadCell numeric>Beginning</HeadCell>
        <HeadCell numeric>Orders accepted</HeadCell>
        <HeadCell numeric>Not explained by orders</HeadCell>
        <HeadCell numeric>End</HeadCell>
      </TableHead>
      <tbody>
        {rows.map(({ currency, opening, closing, orders, spent, charged, unexplained }) => (
          <Row key={currency} className="break-inside-avoid">
            <Cell>
              <bdi className="font-medium">{currency}</bdi>
            </Cell>
            <Told amount={opening.amount} at={opening.at} currency={currency} />
            <Cell numeric>
              <Amount minor={charged} currency={currency} />
              <span className="block text-xs leading-4 text-ink-faint">
                {counted(orders, "order", "orders")}
                {charged === spent ? null : ` for ${formatAmount(spent, currency)}, not charged`}
              </span>
            </Cell>
            <Cell numeric className={unexplained === 0 ? undefined : "text-partial"}>
              {unexplained === 0
                ? "Nothing"
                : `${formatAmount(Math.abs(unexplained), currency)} ${unexplained > 0 ? "more" : "less"}`}
            </Cell>
            <Told amount={closing.amount} at={closing.at} currency={currency} />
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Told({ amount, at, currency }: { amount: number; at: string; currency: string }) {
  return (
    <Cell numeric>
      <Amount minor={amount} currency={currency} />
      <span className="block text-xs leading-4 text-ink-faint">
        <DateTime at={at} />
      </span>
    </Cell>
  );
}
