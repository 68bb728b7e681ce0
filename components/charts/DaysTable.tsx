import { useEffect, useRef, useState, type ReactNode } from "react";
import { Cell, HeadCell, Row, Table, TableHead } from "#components/ui/display/Table.tsx";

export type DaysTableProps = {
  label: string;
  heads: readonly string[];
  /** The first cell of a row names the day. */
  readRows: () => readonly { key: string; cells: readonly ReactNode[] }[];
};

/**
 * The values of a chart as a table, for people who cannot see it or want the figures. Rendered when it is opened, because it
 * would otherwise contain most of the page's links. Without scripts, it comes with the page.
 */
export function DaysTable(props: DaysTableProps) {
  const [isOpened, setOpened] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  // The browser opens it by itself: on a slow machine, before anybody here listens.
  useEffect(() => {
    if (details.current?.open === true) setOpened(true);
  }, []);
  return (
    <details ref={details} className="mt-1" onToggle={() => setOpened(true)}>
      <summary className="text-[0.8125rem] text-ink-soft">Show as a table</summary>
      {isOpened ? (
        <Days {...props} />
      ) : (
        <noscript>
          <Days {...props} />
        </noscript>
      )}
    </details>
  );
}

function Days({ label, heads, readRows }: DaysTableProps) {
  return (
    <div className="mt-1 max-h-80 overflow-y-auto">
      <Table label={label}>
        <TableHead>
          {heads.map((head, place) => (
            <HeadCell key={head} numeric={place > 0} inBox>
              {head}
            </HeadCell>
          ))}
        </TableHead>
        <tbody>
          {readRows().map(({ key, cells }) => (
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
  );
}
