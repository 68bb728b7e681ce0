"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { SentInvitation } from "#lib/contracts/team/invitations.ts";
import { invite, refreshInvitations } from "#lib/queries/team/invitations.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PersonDialog } from "./PersonDialog.tsx";

/** Invites somebody to the team by a link. */
export function InviteDialog({
  open,
  sendsMail,
  onClose,
  onInvited,
}: {
  open: boolean;
  sendsMail: boolean;
  onClose: () => void;
  onInvited: (sent: SentInvitation) => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  return (
    <PersonDialog
      open={open}
      onClose={onClose}
      title="Invite member"
      description={
        sendsMail
          ? "They get a link by mail, and choose their own name and password."
          : "Mail isn't set up: copy the link and send it. Whoever opens it chooses their own name and password."
      }
      submitLabel="Invite member"
      fields={["email", "role"]}
      send={({ email, role }) => invite(environment, { email, role })}
      onSent={onInvited}
      refresh={() => refreshInvitations(client, environment)}
    />
  );
}
