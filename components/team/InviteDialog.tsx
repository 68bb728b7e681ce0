"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { SentInvitation } from "#lib/contracts/invitations.ts";
import { invite, refreshInvitations } from "#lib/queries/invitations.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PersonDialog } from "./PersonDialog.tsx";

/** Invites somebody to the team by a link. */
export function InviteDialog({
  open,
  onClose,
  onInvited,
}: {
  open: boolean;
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
      description="They get a link by mail, or you pass it on. Whoever opens it chooses their own name and password."
      submitLabel="Invite member"
      fields={["email", "role"]}
      send={({ email, role }) => invite(environment, { email, role })}
      onSent={onInvited}
      refresh={() => refreshInvitations(client, environment)}
    />
  );
}
