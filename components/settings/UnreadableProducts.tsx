import type { ConnectionView } from "#lib/contracts/settings.ts";

/** What the service lists that we could not make a product of: shown as it came, so that somebody can ask why. */
export function UnreadableProducts({ catalog }: { catalog: NonNullable<ConnectionView["catalog"]> }) {
  const { unreadable, unreadableCount, unreadableTruncated } = catalog;
  const more = unreadableCount - unreadable.length;
  const count = unreadableCount === 1 ? "1 record" : `${unreadableCount.toLocaleString("en")} records`;
  return (
    <details>
      <summary className="cursor-pointer">
        {`${unreadableTruncated ? "at least " : ""}${count} that could not be read as ${unreadableCount === 1 ? "a product" : "products"}`}
      </summary>
      <ul className="mt-2 flex flex-col gap-3">
        {unreadable.map((record, at) => (
          // Records can be equal in all they say; the list is only ever replaced as a whole.
          <li key={at}>
            <p>
              {record.id === null ? null : (
                <>
                  Id <bdi className="font-mono text-[0.8125rem] wrap-anywhere">{record.id}</bdi>:{" "}
                </>
              )}
              {record.reason}
            </p>
            {/* Long records scroll within; by keyboard as well. */}
            <pre
              dir="ltr"
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              aria-label={`The record ${record.id ?? "without an id"} as it came`}
              role="group"
              className="mt-1 max-h-40 overflow-auto rounded-md border border-line bg-surface p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
            >
              {record.raw}
            </pre>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-2 text-ink-faint">And {more} more.</p> : null}
    </details>
  );
}
