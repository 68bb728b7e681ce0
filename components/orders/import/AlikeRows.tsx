import { useId, useMemo } from "react";
import { doubtKinds, type DoubtKind } from "#lib/orders/import/doubtKinds.ts";
import type { FixableRow } from "#lib/orders/import/fixRow.ts";
import { describeRows, rowList } from "#lib/orders/import/rowList.ts";
import { counted } from "#lib/text/counts.ts";
import { announce } from "#components/ui/Announcer.tsx";
import { Button } from "#components/ui/actions/Button.tsx";

/** What is said alike of several rows, with one press for each kind to accept it of all of them. */
export function AlikeRows({
  rows,
  onAccept,
}: {
  rows: readonly FixableRow[];
  onAccept: (rows: readonly FixableRow[]) => void;
}) {
  const kinds = useMemo(() => doubtKinds(rows), [rows]);
  if (kinds.length === 0) return null;
  return (
    <ul aria-label="The same of several rows" className="flex flex-col gap-2">
      {kinds.map((kind) => (
        <Alike key={kind.says} kind={kind} onAccept={onAccept} />
      ))}
    </ul>
  );
}

function Alike({ kind, onAccept }: { kind: DoubtKind; onAccept: (rows: readonly FixableRow[]) => void }) {
  const id = useId();
  const all = rowList(kind.rows.map(({ row }) => row.row));
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-md border border-line px-3 py-2">
      <p id={id} className="min-w-0 grow basis-64 text-[0.8125rem] wrap-anywhere">
        <span className="font-medium">{`${describeRows(all)}: `}</span>
        {kind.says}
      </p>
      <Button
        size="small"
        aria-describedby={id}
        onClick={() => {
          onAccept(kind.rows);
          announce(`${counted(all.count, "row", "rows")} accepted.`);
        }}
      >
        {`Accept these ${counted(all.count, "row", "rows")}`}
      </Button>
    </li>
  );
}
