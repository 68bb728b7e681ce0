import type { StatementGroup, StatementPart, StatementRow } from "#lib/contracts/statement.ts";
import { GROUP_WORDS, nameOfRow } from "#lib/statements/statementTable.ts";
import { formatCount } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#components/ui/display/Table.tsx";

/** The rows of one grouping: codes in the upper line, their cost in the lower. */
export function GroupTable({ group, rows }: { group: StatementGroup; rows: readonly StatementRow[] }) {
  const isUnclear = rows.some(({ unclear }) => unclear.codes !== 0);
  return (
    <Table label={`By ${GROUP_WORDS[group].toLowerCase()}`}>
      <TableHead>
        <HeadCell>{GROUP_WORDS[group]}</HeadCell>
        <HeadCell numeric className="max-sm:hidden">
          Orders
        </HeadCell>
        <HeadCell numeric>Ordered</HeadCell>
        <HeadCell numeric>Delivered</HeadCell>
        <HeadCell numeric>Missing</HeadCell>
        {isUnclear ? <HeadCell numeric>Not known yet</HeadCell> : null}
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <Row key={`${row.currency} ${row.key}`} className="break-inside-avoid">
            <Cell className="max-w-72 min-w-24">
              <bdi className="wrap-anywhere">{nameOfRow(row, group)}</bdi>
            </Cell>
            <Cell numeric className="max-sm:hidden">
              {formatCount(row.orders)}
            </Cell>
            <PartCell part={row.ordered} currency={row.currency} />
            <PartCell part={row.delivered} currency={row.currency} />
            <PartCell part={row.missing} currency={row.currency} />
            {isUnclear ? <PartCell part={row.unclear} currency={row.currency} /> : null}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function PartCell({ part, currency }: { part: StatementPart; currency: string }) {
  return (
    <Cell numeric>
      {part.codes === null ? "–" : formatCount(part.codes)}
      <span className="block text-xs leading-4 text-ink-faint">
        <Amount minor={part.amount} currency={currency || null} />
      </span>
    </Cell>
  );
}
