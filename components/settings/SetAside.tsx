import type { ConnectionView } from "#lib/contracts/settings.ts";

/** What the service lists that we could not make a product of: shown as it came, so that somebody can ask why. */
export function SetAside({ catalog }: { catalog: NonNullable<ConnectionView["catalog"]> }) {
  const more = catalog.setAsideCount - catalog.setAside.length;
  return (
    <details>
      <summary className="cursor-pointer font-medium">
        {catalog.setAsideCount === 1
          ? "1 record of the catalog could not be read as a product"
          : `${catalog.setAsideCount} records of the catalog could not be read as products`}
      </summary>
      <ul className="mt-2 flex flex-col gap-3">
        {catalog.setAside.map((record) => (
          <li key={record.raw}>
            <p>{record.reason}</p>
            <pre className="mt-1 max-h-40 overflow-auto rounded-md border border-line bg-surface p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
              {record.raw}
            </pre>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-2 text-ink-faint">And {more} more.</p> : null}
    </details>
  );
}
