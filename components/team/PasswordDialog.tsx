"use client";

import type { MemberWithPassword } from "#lib/contracts/team.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";

export type ShownPassword = { member: MemberWithPassword["member"]; password: string };

/** Shows a one-time password, once: only its hash is stored. Only the button closes it, so that Esc cannot lose it. */
export function PasswordDialog({ shown, onClose }: { shown: ShownPassword | null; onClose: () => void }) {
  return (
    <Modal
      open={shown !== null}
      onClose={onClose}
      locked
      title={`Password for ${shown?.member.name ?? ""}`}
      description="Copy it now: it won't be shown again. Send it over a secure channel. They choose their own when they sign in with it."
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
