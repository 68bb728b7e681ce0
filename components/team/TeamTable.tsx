"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useState } from "react";
import type { MemberView } from "#lib/contracts/team/member.ts";
import type { MemberWithPassword } from "#lib/contracts/team/team.ts";
import { teamQuery } from "#lib/queries/team/team.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Deputies } from "#components/shell/cover/Deputies.tsx";
import { usePageRequest } from "#components/shell/page/pageRequests.ts";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { useRoles } from "#components/shell/roles/useRoles.ts";
import { usePasswords, usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { StackTable } from "#components/ui/display/StackTable.tsx";
import { AddMemberDialog } from "./AddMemberDialog.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { Invitations } from "./Invitations.tsx";
import { LinkDialog, type ShownLink } from "./LinkDialog.tsx";
import { ProductLimits } from "./ProductLimits.tsx";
import { SpendingLimits } from "./SpendingLimits.tsx";
import { ConfirmChange, type PlannedChange } from "./ConfirmChange.tsx";
import { MEMBER_COLUMNS, MemberRow } from "./MemberRow.tsx";
import { MemberSessions } from "./MemberSessions.tsx";
import { WaitingRules } from "./WaitingRules.tsx";
import { TransferDrafts } from "./TransferDrafts.tsx";
import { PasswordDialog, type ShownPassword } from "./PasswordDialog.tsx";

const HEADS = [
  { text: "Member" },
  { text: "Role" },
  { text: "Second factor" },
  { text: "Status" },
  { text: "Last active", numeric: true },
  { text: "Actions", hidden: true },
];

/** The whole team, and all actions on its members. One dialog at a time. */
export function TeamTable() {
  const team = useQuery(teamQuery(useEnvironment()));
  const passwords = usePasswords();
  // Limits are of an environment: whoever may do nothing in it neither sees nor sets them.
  const hasLimits = usePermission("orders.read");
  const [sent, setSent] = useState<ShownLink | null>(null);
  const [adding, setAdding] = useState(false);
  usePageRequest("invite", setAdding);
  const [planned, setPlanned] = useState<PlannedChange | null>(null);
  const [shown, setShown] = useState<ShownPassword | null>(null);
  const [leaving, setLeaving] = useState<MemberView | null>(null);
  const [watched, setWatched] = useState<MemberView | null>(null);
  // Where passwords are switched off there is none to show.
  const show = ({ member, password }: MemberWithPassword) =>
    setShown(password === null ? null : { member, password });
  return (
    <>
      <PageHeader
        title="Team"
        description="Who can sign in and what they can do. Changes are recorded in the audit log."
        actions={
          <Button variant="primary" onClick={() => setAdding(true)}>
            <Icon shape={UserPlus} className="size-4" />
            {passwords ? "Invite member" : "Add member"}
          </Button>
        }
      />
      <QueryPart
        query={team}
        failed="The team couldn't be loaded"
        skeleton={<SkeletonRows rows={4} label="Loading the team" />}
      >
        {({ members }) => (
          <>
            <Members members={members} onPlan={setPlanned} onSessions={setWatched} onTransfer={setLeaving} />
            <Invitations />
            {hasLimits ? <SpendingLimits members={members} /> : null}
            {hasLimits ? <WaitingRules members={members} /> : null}
            <div className="mt-10">
              <Deputies forTeam />
            </div>
            {hasLimits ? <ProductLimits /> : null}
          </>
        )}
      </QueryPart>
      <InviteDialog
        open={adding && passwords}
        sendsMail={team.data?.sendsMail ?? false}
        onClose={() => setAdding(false)}
        onInvited={(invited) => {
          setAdding(false);
          if (invited.link !== null) setSent({ ...invited, link: invited.link });
          else {
            const { email } = invited.invitation;
            toast(`Invitation mailed to ${email}`, { tone: "done", values: [email] });
          }
        }}
      />
      <AddMemberDialog
        open={adding && !passwords}
        onClose={() => setAdding(false)}
        onAdded={() => setAdding(false)}
      />
      <LinkDialog sent={sent} onClose={() => setSent(null)} />
      <ConfirmChange planned={planned} onClose={() => setPlanned(null)} onPassword={show} />
      {leaving === null ? null : (
        <TransferDrafts
          member={leaving}
          members={team.data?.members ?? []}
          onClose={() => setLeaving(null)}
        />
      )}
      <MemberSessions member={watched} onClose={() => setWatched(null)} />
      <PasswordDialog shown={shown} onClose={() => setShown(null)} />
    </>
  );
}

function Members({
  members,
  onPlan,
  onSessions,
  onTransfer,
}: {
  members: readonly MemberView[];
  onPlan: (change: PlannedChange) => void;
  onSessions: (member: MemberView) => void;
  onTransfer: (member: MemberView) => void;
}) {
  const roles = useRoles();
  return (
    <StackTable label="Members" heads={HEADS} columns={MEMBER_COLUMNS}>
      {members.map((member) => (
        <MemberRow
          key={member.id}
          member={member}
          roles={roles}
          onPlan={onPlan}
          onSessions={onSessions}
          onTransfer={onTransfer}
        />
      ))}
    </StackTable>
  );
}
