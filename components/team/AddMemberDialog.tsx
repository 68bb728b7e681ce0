"use client";

import { useQueryClient } from "@tanstack/react-query";
import { addMember, refreshTeam } from "#lib/queries/team/team.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PersonDialog } from "./PersonDialog.tsx";

/** Adds a member where people use single sign-on alone; otherwise they are invited. */
export function AddMemberDialog({
  open,
  onClose,
  onAdded,
}: {
  open: boolean;
  onClose: () => void;
  onAdded: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  return (
    <PersonDialog
      open={open}
      onClose={onClose}
      title="Add member"
      description="They sign in with single sign-on, with this e-mail address."
      submitLabel="Add member"
      fields={["name", "email", "role"]}
      send={(person) => addMember(environment, person)}
      onSent={onAdded}
      refresh={() => refreshTeam(client, environment)}
    />
  );
}
