"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/actions/Button.tsx";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { Modal } from "./Modal.tsx";

/** Shows a text that cannot be shown again, and copies it. Only the button closes it, so that Esc cannot lose the text. */
export function ShownOnceDialog({
  text,
  title,
  description,
  copyLabel,
  onClose,
}: {
  /** Null while there is nothing to show. */
  text: string | null;
  title: string;
  description: ReactNode;
  /** Such as "Copy password". */
  copyLabel: string;
  onClose: () => void;
}) {
  return (
    <Modal
      open={text !== null}
      onClose={onClose}
      locked
      title={title}
      description={description}
      footer={
        <Button variant="primary" onClick={onClose}>
          I've saved it
        </Button>
      }
    >
      {text === null ? null : (
        <div className="flex flex-wrap items-center gap-2">
          <code
            translate="no"
            className="rounded-md border border-line bg-surface px-3 py-2 font-mono select-all wrap-anywhere"
          >
            {text}
          </code>
          <CopyButton value={text} label={copyLabel} labelled />
        </div>
      )}
    </Modal>
  );
}
