import type { Reconciliation } from "#lib/contracts/money/statement.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { counted } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { cx } from "#components/ui/cx.ts";
import { Cell, HeadCell, Row, Table, TableHead } from "#components/ui/display/Table.tsx";
import { WithAmounts } from "#components/money/WithAmounts.tsx";

/** Each currency's balance over the month, with what the service accepted in that time. */
export function WalletTable({ rows }: { rows: readonly Reconciliation[] }) {
  return (
    <Table label="Wallet over the month">
      <TableHead>
        <HeadCell>Currency</HeadCell>
        <HeadCell numeric>Beginning</HeadCell>
        <HeadCell numeric className="max-sm:hidden">
          Orders accepted
        </HeadCell>
        <HeadCell numeric className="max-sm:hidden">
          Not explained by orders
        </HeadCell>
        <HeadCell numeric>End</HeadCell>
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <WalletRow key={row.currency} row={row} />
        ))}
      </tbody>
    </Table>
  );
}

/** On a phone, what explains the balances stands under the currency. */
function WalletRow({ row }: { row: Reconciliation }) {
  const { currency, opening, closing, orders, spent, charged, unexplained } = row;
  const accepted = `${counted(orders, "order", "orders")}${
    charged === spent ? "" : ` for ${formatAmount(spent, currency)}, not charged`
  }`;
  const other = `${formatAmount(Math.abs(unexplained), currency)} ${unexplained > 0 ? "more" : "less"}`;
  return (
    <Row className="break-inside-avoid">
      <Cell>
        <bdi translate="no" className="font-medium">
          {currency}
        </bdi>
        {orders === 0 ? null : (
          <span className="block text-xs leading-4 text-ink-faint sm:hidden">
            <WithAmounts>{accepted}</WithAmounts>: <Amount minor={charged} currency={currency} />
          </span>
        )}
        {unexplained === 0 ? null : (
          <span className="block text-xs leading-4 text-partial sm:hidden">
            <WithAmounts>{other}</WithAmounts>, not explained by orders
          </span>
        )}
      </Cell>
      <Told amount={opening.amount} at={opening.at} currency={currency} />
      <Cell numeric className="max-sm:hidden">
        <Amount minor={charged} currency={currency} />
        <span className="block text-xs leading-4 text-ink-faint">
          <WithAmounts>{accepted}</WithAmounts>
        </span>
      </Cell>
      <Cell numeric className={cx("max-sm:hidden", unexplained !== 0 && "text-partial")}>
        {unexplained === 0 ? "Nothing" : <WithAmounts>{other}</WithAmounts>}
      </Cell>
      <Told amount={closing.amount} at={closing.at} currency={currency} />
    </Row>
  );
}

function Told({ amount, at, currency }: { amount: number; at: string; currency: string }) {
  return (
    <Cell numeric>
      <Amount minor={amount} currency={currency} />
      <span className="block text-xs leading-4 whitespace-normal text-ink-faint">
        <DateTime at={at} />
      </span>
    </Cell>
  );
}
