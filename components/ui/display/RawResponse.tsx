/** In characters. Longer texts are cut off, so that a hostile answer cannot freeze the page. */
const LONGEST = 20_000;

/** A response as received, as indented JSON, collapsed until it is opened. */
export function RawResponse({
  raw,
  open = false,
  className,
}: {
  raw: unknown;
  open?: boolean;
  className: string;
}) {
  const text = JSON.stringify(raw, null, 2) ?? "";
  return (
    <details open={open} className={className}>
      <summary className="font-medium">Raw response</summary>
      <pre
        translate="no"
        dir="ltr"
        className="mt-2 rounded-md bg-surface p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {text.length > LONGEST ? `${text.slice(0, LONGEST)}\n…` : text}
      </pre>
    </details>
  );
}
