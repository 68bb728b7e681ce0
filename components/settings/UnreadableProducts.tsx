import type { ConnectionView } from "#lib/contracts/settings.ts";
import { RawText } from "#components/ui/display/RawText.tsx";
import { counted, formatCount } from "#lib/text/counts.ts";

/** Records of the service's catalog that could not be read as products, with the reason and the raw record. */
export function UnreadableProducts({ catalog }: { catalog: NonNullable<ConnectionView["catalog"]> }) {
  const { unreadable, unreadableCount, unreadableTruncated } = catalog;
  const more = unreadableCount - unreadable.length;
  return (
    <details>
      <summary className="cursor-pointer">
        {`${unreadableTruncated ? "At least " : ""}${counted(unreadableCount, "record", "records")}`}
      </summary>
      <ul className="mt-2 flex flex-col gap-3">
        {unreadable.map((record, at) => (
          // Records can be identical; the list is only ever replaced as a whole.
          <li key={at}>
            <p>
              {record.id === null ? null : (
                <>
                  ID{" "}
                  <bdi translate="no" className="font-mono text-[0.8125rem] wrap-anywhere">
                    {record.id}
                  </bdi>
                  :{" "}
                </>
              )}
              {record.reason}
            </p>
            <RawText label={`Raw record ${record.id ?? "without an ID"}`}>{record.raw}</RawText>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-2 text-ink-faint">and {formatCount(more)} more</p> : null}
    </details>
  );
}
