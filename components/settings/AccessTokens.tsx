"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AccessTokenView, CreatedToken } from "#lib/contracts/team/accessTokens.ts";
import { accessTokensQuery, refreshTokens, revokeToken } from "#lib/queries/team/accessTokens.ts";
import { apiPaths } from "#lib/paths.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { SubmitError } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { RecentTime } from "#components/time/RecentTime.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { ShownOnceDialog } from "#components/ui/overlays/ShownOnceDialog.tsx";
import { NewAccessToken } from "./NewAccessToken.tsx";
import { scopeInWords } from "./scopes.ts";

const COLUMNS =
  "md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_8.5rem_8.5rem_5.5rem] xl:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_11rem_11rem_5.5rem]";
const HEADS = [
  { text: "Token" },
  { text: "Can" },
  { text: "Last used", numeric: true },
  { text: "Expires", numeric: true },
  { text: "Actions", hidden: true },
];

/** Access tokens for programs: the member's own, and for administrators those of everybody. */
export function AccessTokens() {
  const tokens = useQuery(accessTokensQuery(useEnvironment()));
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedToken | null>(null);
  return (
    <Section
      title="Access tokens"
      actions={
        <Button size="small" onClick={() => setCreating(true)}>
          Create token
        </Button>
      }
    >
      <p className="max-w-prose pt-2 text-ink-soft">
        A program of yours sends its token with each call, as{" "}
        <code translate="no">Authorization: Bearer</code>.{" "}
        <a href={apiPaths.openApi()} className="underline">
          What it can call
        </a>{" "}
        is described as an OpenAPI document.
      </p>
      <QueryPart
        query={tokens}
        failed="The tokens couldn't be loaded"
        skeleton={<SkeletonRows rows={2} label="Loading the tokens" />}
      >
        {(data) => <TokenTable tokens={data.tokens} />}
      </QueryPart>
      {creating ? (
        <NewAccessToken
          onClose={() => setCreating(false)}
          onCreated={(token) => {
            setCreating(false);
            setCreated(token);
          }}
        />
      ) : null}
      <ShownOnceDialog
        text={created?.secret ?? null}
        title="Your new token"
        description="Give it to your program and nobody else. It won't be shown again."
        copyLabel="Copy token"
        onClose={() => setCreated(null)}
      />
    </Section>
  );
}

function TokenTable({ tokens }: { tokens: readonly AccessTokenView[] }) {
  const [ending, setEnding] = useState<AccessTokenView | null>(null);
  if (tokens.length === 0) {
    return (
      <p className="pt-3 text-ink-soft">
        No tokens yet. Create one for each program, so that each can be revoked alone.
      </p>
    );
  }
  return (
    <>
      <StackTable label="Access tokens" heads={HEADS} columns={COLUMNS}>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setEnding(token)} />
        ))}
      </StackTable>
      {ending === null ? null : <RevokeToken token={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function TokenRow({ token, onRevoke }: { token: AccessTokenView; onRevoke: () => void }) {
  const viewer = useViewer();
  const isOthers = token.member.id !== viewer.id && token.kind === "personal";
  return (
    <StackRow columns={COLUMNS}>
      <StackCell className="max-md:pe-24">
        <bdi translate="no" className="font-medium wrap-anywhere">
          {token.name}
        </bdi>{" "}
        {token.kind === "service" ? <Badge tone="accent">Service</Badge> : null}
        <span className="block text-[0.8125rem] text-ink-soft wrap-anywhere">
          <code translate="no" className="font-mono">
            {token.prefix}…
          </code>
          {isOthers ? (
            <>
              {" of "}
              <bdi translate="no">{token.member.name}</bdi>
            </>
          ) : null}
        </span>
        <Suspension token={token} />
      </StackCell>
      <StackCell label="Can">
        <span className="text-[0.8125rem] text-ink-soft">{token.scopes.map(scopeInWords).join(", ")}</span>
      </StackCell>
      <StackCell label="Last used" numeric>
        {token.lastUsedAt === null ? "Never" : <RecentTime at={token.lastUsedAt} />}
      </StackCell>
      <StackCell label="Expires" numeric>
        <DateTime at={token.expiresAt} />
      </StackCell>
      <StackCell className="max-md:absolute max-md:end-0 max-md:top-1.5 md:text-end">
        <Button size="small" variant="quiet" onClick={onRevoke} aria-label={`Revoke ${token.name}`}>
          Revoke
        </Button>
      </StackCell>
    </StackRow>
  );
}

/** Why a token does not work, or will not, although it has not expired. */
function Suspension({ token: { member, isSuspended, suspendedFrom } }: { token: AccessTokenView }) {
  const isOwn = member.id === useViewer().id;
  const name = <bdi translate="no">{member.name}</bdi>;
  if (!isSuspended && suspendedFrom === null) return null;
  return (
    <span className="block text-[0.8125rem] text-ink-soft wrap-anywhere">
      {isSuspended || suspendedFrom === null ? (
        <>Does not work while {name} is disabled.</>
      ) : (
        <>
          Stops after <DateTime at={suspendedFrom} show="date" /> unless{" "}
          {isOwn ? "you sign" : <>{name} signs</>} in by single sign-on.
        </>
      )}
    </span>
  );
}

function RevokeToken({ token, onClose }: { token: AccessTokenView; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeToken(environment, token.id),
    onSuccess: async () => {
      await refreshTokens(client, environment);
      toast("Token revoked", { tone: "done" });
      onClose();
    },
  });
  return (
    <Modal
      open
      onClose={onClose}
      locked={revoke.isPending}
      title={<bdi translate="no">{`Revoke “${token.name}”?`}</bdi>}
      description="Programs that use it are rejected immediately. This can't be undone."
      footer={
        <>
          <Button onClick={onClose} disabled={revoke.isPending}>
            Cancel
          </Button>
          <Button variant="danger" loading={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke token
          </Button>
        </>
      }
    >
      {revoke.isError ? <SubmitError problem={asProblem(revoke.error)} /> : null}
    </Modal>
  );
}
