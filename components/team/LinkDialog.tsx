"use client";

import type { SentInvitation } from "#lib/contracts/invitations.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";

export type ShownLink = SentInvitation & { link: string };

/** Shows the link of an invitation, once: only its hash is stored. Only the button closes it, so that Esc cannot lose it. */
export function LinkDialog({ sent, onClose }: { sent: ShownLink | null; onClose: () => void }) {
  const address = sent === null ? "" : new URL(sent.link, location.href).href;
  return (
    <Modal
      open={sent !== null}
      onClose={onClose}
      locked
      title={`Invitation for ${sent?.invitation.email ?? ""}`}
      description={
        sent === null ? null : (
          <>
            Copy the link now: it won&apos;t be shown again. Send it to them alone. It can be used once, until{" "}
            <DateTime at={sent.invitation.expiresAt} />.
          </>
        )
      }
      footer={
        <Button variant="primary" onClick={onClose}>
          I&apos;ve saved it
        </Button>
      }
    >
      {sent === null ? null : (
        <div className="flex flex-wrap items-center gap-2">
          <code className="rounded-md border border-line bg-surface px-3 py-2 font-mono select-all wrap-anywhere">
            {address}
          </code>
          <CopyButton value={address} label="Copy link" labelled />
        </div>
      )}
    </Modal>
  );
}
