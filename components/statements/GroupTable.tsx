import type { StatementGroup, StatementPart, StatementRow } from "#lib/contracts/money/statement.ts";
import { GROUP_WORDS, nameOfRow } from "#lib/statements/statementTable.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";
import { cx } from "#components/ui/cx.ts";
import { Cell, HeadCell, Row, Table, TableHead } from "#components/ui/display/Table.tsx";

/** The tables of a statement have their columns below one another. */
const WIDTH = "sm:w-27";
const LAST_ON_PHONE = "max-sm:pe-0";

/** The rows of one grouping: codes in the upper line, their cost in the lower. On a phone, what has no room for a column is told under the name. */
export function GroupTable({ group, rows }: { group: StatementGroup; rows: readonly StatementRow[] }) {
  const isUnclear = rows.some(({ unclear }) => unclear.codes !== 0);
  // A row has one currency, so a member with orders in two has two rows.
  const isRepeated = new Set(rows.map(({ key }) => key)).size < rows.length;
  return (
    <Table label={`By ${GROUP_WORDS[group].toLowerCase()}`}>
      <TableHead>
        <HeadCell>{GROUP_WORDS[group]}</HeadCell>
        <HeadCell numeric className={cx(WIDTH, "max-sm:hidden")}>
          Orders
        </HeadCell>
        <HeadCell numeric className={WIDTH}>
          Ordered
        </HeadCell>
        <HeadCell numeric className={cx(WIDTH, LAST_ON_PHONE)}>
          Delivered
        </HeadCell>
        <HeadCell numeric className={cx(WIDTH, "max-sm:hidden")}>
          Missing
        </HeadCell>
        {isUnclear ? (
          <HeadCell numeric className={cx(WIDTH, "max-sm:hidden")}>
            Not known yet
          </HeadCell>
        ) : null}
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <Row key={`${row.currency} ${row.key}`} className="break-inside-avoid">
            <Cell className="max-w-72 min-w-24">
              <bdi translate="no" className="wrap-anywhere">
                {nameOfRow(row, group)}
              </bdi>{" "}
              {isRepeated ? <span className="text-ink-faint">{row.currency || "No currency"}</span> : null}
              <span className="block text-xs leading-4 text-ink-faint sm:hidden">
                {counted(row.orders, "order", "orders")}
              </span>
              <Rest part={row.missing} words="missing" currency={row.currency} />
              <Rest part={row.unclear} words="not known yet" currency={row.currency} />
            </Cell>
            <Cell numeric className="max-sm:hidden">
              {formatCount(row.orders)}
            </Cell>
            <PartCell part={row.ordered} currency={row.currency} />
            <PartCell part={row.delivered} currency={row.currency} className={LAST_ON_PHONE} />
            <PartCell part={row.missing} currency={row.currency} className="max-sm:hidden" />
            {isUnclear ? (
              <PartCell part={row.unclear} currency={row.currency} className="max-sm:hidden" />
            ) : null}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

type PartProps = { part: StatementPart; currency: string };

function PartCell({ part, currency, className }: PartProps & { className?: string }) {
  return (
    <Cell numeric className={className}>
      {part.codes === null ? "–" : formatCount(part.codes)}
      <span className="block text-xs leading-4 text-ink-faint">
        <Amount minor={part.amount} currency={currency || null} />
      </span>
    </Cell>
  );
}

/** What was not delivered, on a phone. */
function Rest({ part, words, currency }: PartProps & { words: string }) {
  if (part.codes === 0) return null;
  return (
    <span className="block text-xs leading-4 text-ink-soft sm:hidden">
      {part.codes === null ? "–" : formatCount(part.codes)} {words},{" "}
      <Amount minor={part.amount} currency={currency || null} />
    </span>
  );
}
