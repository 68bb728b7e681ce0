/** Machine-written text, verbatim. Long text scrolls in its own box, which can be reached by keyboard. */
export function RawText({ label, children }: { label: string; children: string }) {
  return (
    <pre
      translate="no"
      dir="ltr"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={label}
      role="group"
      className="mt-1 max-h-40 overflow-auto rounded-md border border-line bg-surface p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
    >
      {children}
    </pre>
  );
}
