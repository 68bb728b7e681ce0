"use client";

import type { MemberWithPassword } from "#lib/contracts/team.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";

/** A generated password, this once: it is stored nowhere in the open. */
export function PasswordDialog({
  shown,
  onClose,
}: {
  shown: MemberWithPassword | null;
  onClose: () => void;
}) {
  return (
    <Modal
      open={shown !== null}
      onClose={onClose}
      title={`Password of ${shown?.member.name ?? ""}`}
      description="Pass it on in a way only they can read. It is shown this once; they can change it in their settings."
      footer={
        <Button variant="primary" onClick={onClose}>
          I have passed it on
        </Button>
      }
    >
      {shown ? (
        <div className="flex flex-wrap items-center gap-2">
          <code className="rounded-md border border-line bg-surface px-3 py-2 font-mono select-all wrap-anywhere">
            {shown.password}
          </code>
          <CopyButton value={shown.password} label="Copy the password" labelled />
        </div>
      ) : null}
    </Modal>
  );
}
