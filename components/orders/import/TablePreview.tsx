import { FIELD_LABELS, IMPORT_FIELDS, type ColumnMapping } from "#lib/orders/import/columns.ts";
import { cx } from "#components/ui/cx.ts";

const SHOWN_COLUMNS = 12;
const SHOWN_ROWS = 4;

/** The first rows as they were read, with the meaning assigned to each column. */
export function TablePreview({
  first,
  hasHeads,
  mapping,
}: {
  first: readonly (readonly string[])[];
  hasHeads: boolean;
  mapping: ColumnMapping;
}) {
  const width = Math.min(SHOWN_COLUMNS, Math.max(...first.map((cells) => cells.length)));
  const columns = Array.from({ length: width }, (_, column) => column);
  const fieldAt = (column: number) => IMPORT_FIELDS.find((field) => mapping[field] === column);
  return (
    // Scrollable content has to be reachable by keyboard (WCAG 2.1.1).
    <div
      role="group"
      aria-label="First rows"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line"
    >
      <table className="w-full border-separate border-spacing-0 text-[0.8125rem]" aria-label="First rows">
        <thead>
          <tr>
            {columns.map((column) => {
              const field = fieldAt(column);
              return (
                <th
                  key={column}
                  scope="col"
                  className={cx(
                    "border-b border-line px-2.5 py-1.5 text-start text-xs whitespace-nowrap",
                    field === undefined ? "font-normal text-ink-faint" : "font-semibold",
                  )}
                >
                  {field === undefined ? "Not used" : FIELD_LABELS[field]}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {first.slice(0, SHOWN_ROWS).map((cells, row) => (
            // The rows never change places.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row}>
              {columns.map((column) => (
                <td
                  key={column}
                  className={cx(
                    "max-w-56 truncate px-2.5 py-1",
                    (fieldAt(column) === undefined || (hasHeads && row === 0)) && "text-ink-faint",
                  )}
                >
                  <bdi translate="no">{cells[column] ?? ""}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
