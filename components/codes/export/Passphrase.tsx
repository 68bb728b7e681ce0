import { clearClipboardLater } from "#components/codes/list/clipboard.ts";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";

/** The passphrase of exported codes, which is shown this once. `of`: what it opens. */
export function Passphrase({ passphrase, of }: { passphrase: string; of: "archive" | "files" }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">{`Passphrase of the ${of}`}</p>
      <p className="flex items-center gap-2">
        <code
          translate="no"
          className="rounded-md border border-line bg-surface px-2 py-1 font-mono wrap-anywhere select-all"
        >
          {passphrase}
        </code>
        <CopyButton
          value={passphrase}
          label="Copy passphrase"
          onCopied={() => clearClipboardLater(passphrase)}
        />
      </p>
      <p className="text-[0.8125rem] text-ink-soft">
        {of === "archive"
          ? "Shown once and kept nowhere: without it the archive can't be opened. Send it separately from the file."
          : "Shown once and kept nowhere: without it the files can't be opened. Send it separately from them."}
      </p>
    </div>
  );
}
