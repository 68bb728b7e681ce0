"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { MemberView } from "#lib/contracts/team/member.ts";
import type { SessionView } from "#lib/contracts/settings.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { endMemberSessions, memberSessionsQuery } from "#lib/queries/team/team.ts";
import { browserName } from "#lib/text/browserName.ts";
import { counted } from "#lib/text/counts.ts";
import { SubmitError } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { RecentTime } from "#components/time/RecentTime.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Modal } from "#components/ui/overlays/Modal.tsx";

/** Where a member is signed in, with a button that ends all sessions. */
export function MemberSessions({ member, onClose }: { member: MemberView | null; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const sessions = useQuery({
    ...memberSessionsQuery(environment, member?.id ?? ""),
    enabled: member !== null,
  });
  const end = useMutation({
    mutationFn: (memberId: string) => endMemberSessions(environment, memberId),
    onSuccess: async ({ sessionsEnded }, memberId) => {
      toast(`Signed out of ${counted(sessionsEnded, "session", "sessions")}`, { tone: "done" });
      close();
      await client.invalidateQueries({ queryKey: memberSessionsQuery(environment, memberId).queryKey });
    },
  });
  function close() {
    end.reset();
    onClose();
  }
  return (
    <Modal
      open={member !== null}
      onClose={close}
      locked={end.isPending}
      title={`Sessions of ${member?.name ?? ""}`}
      footer={
        <>
          <Button onClick={close} disabled={end.isPending}>
            Close
          </Button>
          <Button
            variant="danger"
            loading={end.isPending}
            disabled={!sessions.data?.sessions.length}
            onClick={() => {
              if (member !== null) end.mutate(member.id);
            }}
          >
            Sign out everywhere
          </Button>
        </>
      }
    >
      <QueryPart
        query={sessions}
        failed="The sessions couldn't be loaded"
        skeleton={<SkeletonRows rows={2} label="Loading the sessions" />}
      >
        {(data) => <SessionList sessions={data.sessions} />}
      </QueryPart>
      {end.isError ? <SubmitError problem={asProblem(end.error)} /> : null}
    </Modal>
  );
}

function SessionList({ sessions }: { sessions: readonly SessionView[] }) {
  if (sessions.length === 0) return <p className="text-ink-soft">Not signed in anywhere.</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {sessions.map((session) => (
        <li key={session.id} className="py-2">
          <p className="font-medium">{browserName(session.userAgent)}</p>
          <p className="text-[0.8125rem] text-ink-soft">
            {session.address ?? "Unknown address"}, signed in <DateTime at={session.createdAt} />, last active{" "}
            <RecentTime at={session.lastSeenAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}
