import type { ReactNode } from "react";
import { Cell, HeadCell, Row, Table, TableHead } from "#components/ui/display/Table.tsx";

export type DaysTableProps = {
  label: string;
  heads: readonly string[];
  /** The first cell names the day. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
};

/** The values of a chart as a table, for those who cannot see it or want the figures; opened when it is wanted. */
export function DaysTable({ label, heads, rows }: DaysTableProps) {
  return (
    <details className="mt-1">
      <summary className="text-[0.8125rem] text-ink-soft">Show as a table</summary>
      <div className="mt-1 max-h-80 overflow-y-auto">
        <Table label={label}>
          <TableHead>
            {heads.map((head, place) => (
              <HeadCell key={head} numeric={place > 0}>
                {head}
              </HeadCell>
            ))}
          </TableHead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <Row key={key}>
                {cells.map((cell, place) => (
                  <Cell key={heads[place]} numeric={place > 0}>
                    {cell}
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </details>
  );
}
