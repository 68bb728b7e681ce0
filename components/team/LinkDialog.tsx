"use client";

import type { SentInvitation } from "#lib/contracts/team/invitations.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { ShownOnceDialog } from "#components/ui/overlays/ShownOnceDialog.tsx";

export type ShownLink = SentInvitation & { link: string };

/** Shows the link of an invitation, once: only its hash is stored. */
export function LinkDialog({ sent, onClose }: { sent: ShownLink | null; onClose: () => void }) {
  return (
    <ShownOnceDialog
      text={sent === null ? null : new URL(sent.link, location.href).href}
      onClose={onClose}
      title={`Invitation for ${sent?.invitation.email ?? ""}`}
      description={
        sent === null ? null : (
          <>
            Copy the link now: it won&apos;t be shown again. Send it only to them. It can be used once, until{" "}
            <DateTime at={sent.invitation.expiresAt} />.
          </>
        )
      }
      copyLabel="Copy link"
    />
  );
}
