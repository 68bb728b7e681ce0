"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { InvitationView } from "#lib/contracts/team/invitations.ts";
import { invitationsQuery, refreshInvitations, revokeInvitation } from "#lib/queries/team/invitations.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { SECOND } from "#lib/time/instant.ts";
import { SubmitError } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { useNow } from "#components/time/useNow.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { EmailAddress } from "./EmailAddress.tsx";

const HEADS = [
  { text: "Invited" },
  { text: "Role" },
  { text: "By" },
  { text: "Open until" },
  { text: "Actions", hidden: true },
];
const COLUMNS =
  "md:grid-cols-[minmax(0,1fr)_7rem_8.5rem_8.5rem_5.5rem] xl:grid-cols-[minmax(0,1fr)_10rem_11rem_11rem_5.5rem]";

/** Who was invited and has not joined yet; nothing if there is nobody. */
export function Invitations() {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(invitationsQuery(environment));
  const revoke = useMutation({
    mutationFn: ({ id }: InvitationView) => revokeInvitation(environment, id),
    onSuccess: (_nothing, { email }) =>
      toast(`Invitation for ${email} revoked`, { tone: "done", values: [email] }),
    onSettled: () => refreshInvitations(client, environment),
  });
  if (error) {
    return (
      <ProblemState
        compact
        title="The invitations couldn't be loaded"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (data === undefined || data.invitations.length === 0) return null;
  return (
    <div className="mt-10">
      <Section title="Invitations">
        <StackTable label="Invitations" heads={HEADS} columns={COLUMNS}>
          {data.invitations.map((invitation) => (
            <Row
              key={invitation.id}
              invitation={invitation}
              busy={revoke.isPending && revoke.variables.id === invitation.id}
              onRevoke={() => revoke.mutate(invitation)}
            />
          ))}
        </StackTable>
        {revoke.isError ? <SubmitError problem={asProblem(revoke.error)} /> : null}
      </Section>
    </div>
  );
}

function Row({
  invitation,
  busy,
  onRevoke,
}: {
  invitation: InvitationView;
  busy: boolean;
  onRevoke: () => void;
}) {
  const isExpired = Date.parse(invitation.expiresAt) <= useNow(30 * SECOND);
  return (
    <StackRow columns={COLUMNS}>
      <StackCell className="font-medium wrap-anywhere max-md:pe-24">
        <EmailAddress address={invitation.email} />
      </StackCell>
      <StackCell label="Role">{invitation.roleName}</StackCell>
      <StackCell label="By">{invitation.invitedBy}</StackCell>
      <StackCell label="Open until">
        {isExpired ? <Badge tone="refused">Expired</Badge> : <DateTime at={invitation.expiresAt} />}
      </StackCell>
      <StackCell className="text-end max-md:absolute max-md:end-0 max-md:top-2">
        <Button
          size="small"
          loading={busy}
          aria-label={`Revoke the invitation for ${invitation.email}`}
          onClick={onRevoke}
        >
          Revoke
        </Button>
      </StackCell>
    </StackRow>
  );
}
