"use client";

import type { MemberWithPassword } from "#lib/contracts/team.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";

/** Shows a generated password once: only its hash is stored. */
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
      title={`Password for ${shown?.member.name ?? ""}`}
      description="Copy it now: it won't be shown again. Send it over a secure channel. They can change it in their settings."
      footer={
        <Button variant="primary" onClick={onClose}>
          I've saved it
        </Button>
      }
    >
      {shown ? (
        <div className="flex flex-wrap items-center gap-2">
          <code className="rounded-md border border-line bg-surface px-3 py-2 font-mono select-all wrap-anywhere">
            {shown.password}
          </code>
          <CopyButton value={shown.password} label="Copy password" labelled />
        </div>
      ) : null}
    </Modal>
  );
}
