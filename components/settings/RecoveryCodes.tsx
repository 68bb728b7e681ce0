"use client";

import { Button } from "#components/ui/actions/Button.tsx";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";

/** Shows recovery codes, once: only their hashes are stored. Only the button closes it, so that Esc cannot lose them. */
export function RecoveryCodes({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  return (
    <Modal
      open={codes !== null}
      onClose={onClose}
      locked
      title="Your recovery codes"
      description="Each signs you in once when you don't have your second factor. Print them or keep them in a password manager: they won't be shown again."
      footer={
        <>
          <CopyButton value={(codes ?? []).join("\n")} label="Copy codes" labelled />
          <Button variant="primary" onClick={onClose}>
            I've saved them
          </Button>
        </>
      }
    >
      <ul
        translate="no"
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 font-mono sm:grid-cols-2"
      >
        {(codes ?? []).map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
