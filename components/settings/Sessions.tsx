"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SessionView } from "#lib/contracts/settings.ts";
import { paths } from "#lib/paths.ts";
import { browserName } from "#lib/text/browserName.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { refreshSessions, revokeSession, sessionsQuery, signOutEverywhere } from "#lib/queries/settings.ts";
import { SubmitError } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { RecentTime } from "#components/time/RecentTime.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { toast } from "#components/ui/feedback/toast.ts";

const COLUMNS =
  "md:grid-cols-[minmax(0,1fr)_7rem_8.5rem_8.5rem_5.5rem] xl:grid-cols-[minmax(0,1fr)_10rem_11rem_11rem_5.5rem]";
const HEADS = [
  { text: "Device" },
  { text: "Address" },
  { text: "Signed in", numeric: true },
  { text: "Last active", numeric: true },
  { text: "Actions", hidden: true },
];

export function Sessions() {
  const sessions = useQuery(sessionsQuery(useEnvironment()));
  const [leaving, setLeaving] = useState(false);
  return (
    <Section
      title="Active sessions"
      actions={
        <Button size="small" onClick={() => setLeaving(true)}>
          Sign out everywhere
        </Button>
      }
    >
      <QueryPart
        query={sessions}
        failed="Your sessions couldn't be loaded"
        skeleton={<SkeletonRows rows={2} label="Loading your sessions" />}
      >
        {(data) => <SessionTable sessions={data.sessions} />}
      </QueryPart>
      <LeaveEverywhere open={leaving} onClose={() => setLeaving(false)} />
    </Section>
  );
}

function SessionTable({ sessions }: { sessions: readonly SessionView[] }) {
  return (
    <StackTable label="Active sessions" heads={HEADS} columns={COLUMNS}>
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </StackTable>
  );
}

function SessionRow({ session }: { session: SessionView }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => revokeSession(environment, session.id),
    onSuccess: () => toast("Session signed out", { tone: "done" }),
    onError: (error) =>
      toast("Couldn't sign out that session", { tone: "refused", detail: asProblem(error).detail }),
    // The list shows whether it worked, or whether the session had already ended.
    onSettled: () => refreshSessions(client, environment),
  });
  const name = browserName(session.userAgent);
  return (
    <StackRow columns={COLUMNS}>
      <StackCell className="max-md:pe-24">
        <span title={session.userAgent ?? undefined}>{name}</span>{" "}
        {session.current ? <Badge tone="accent">This device</Badge> : null}
      </StackCell>
      <StackCell label="Address">
        <span className="text-[0.8125rem] text-ink-soft wrap-anywhere">{session.address ?? "Unknown"}</span>
      </StackCell>
      <StackCell label="Signed in" numeric>
        <DateTime at={session.createdAt} />
      </StackCell>
      <StackCell label="Last active" numeric>
        <RecentTime at={session.lastSeenAt} />
      </StackCell>
      <StackCell className="max-md:absolute max-md:end-0 max-md:top-1.5 md:text-end">
        {session.current ? null : (
          <Button
            size="small"
            variant="quiet"
            loading={end.isPending}
            onClick={() => end.mutate()}
            aria-label={`Sign out ${name}`}
          >
            Sign out
          </Button>
        )}
      </StackCell>
    </StackRow>
  );
}

function LeaveEverywhere({ open, onClose }: { open: boolean; onClose: () => void }) {
  const environment = useEnvironment();
  const [endsTokens, setEndsTokens] = useState(false);
  const leave = useMutation({
    mutationFn: () => signOutEverywhere(environment, endsTokens ? { tokens: "end" } : {}),
    onSuccess: () => location.assign(paths.signIn()),
  });
  return (
    <Modal
      open={open}
      onClose={onClose}
      locked={leave.isPending}
      title="Sign out everywhere?"
      description="This ends all your sessions, including this one. Drafts and orders are kept."
      footer={
        <>
          <Button onClick={onClose} disabled={leave.isPending}>
            Cancel
          </Button>
          <Button variant="danger" loading={leave.isPending} onClick={() => leave.mutate()}>
            Sign out everywhere
          </Button>
        </>
      }
    >
      <Checkbox
        label="End my access tokens too: programs that use them stop working"
        checked={endsTokens}
        onChange={(event) => setEndsTokens(event.target.checked)}
        disabled={leave.isPending}
      />
      {leave.isError ? <SubmitError problem={asProblem(leave.error)} /> : null}
    </Modal>
  );
}
