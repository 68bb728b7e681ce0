"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Release } from "#lib/contracts/codes/exportCodes.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { decideRelease, releasesQuery } from "#lib/queries/codes.ts";
import { orderQuery } from "#lib/queries/orders/orders.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { paths } from "#lib/paths.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { RecentTime } from "#components/time/RecentTime.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { WithValues } from "#components/ui/display/WithValues.tsx";

/** Exports and hand-outs that wait for a release by another member, for one order or for all. */
export function ReleaseRequests({ reference }: { reference?: string }) {
  const environment = useEnvironment();
  const maySee = usePermission("codes.reveal");
  const { data } = useQuery({ ...releasesQuery(environment), enabled: maySee });
  const shown = (data?.items ?? []).filter(
    (each) =>
      (reference === undefined || each.reference === reference) && isOfUse(each, reference !== undefined),
  );
  if (!maySee || shown.length === 0) return null;
  return (
    <div className="print-hidden mb-5 flex flex-col gap-2">
      {shown.map((release) => (
        <RequestedExport key={release.id} release={release} isOnOrder={reference !== undefined} />
      ))}
    </div>
  );
}

/** Except on the order's own page, only requests that wait for this member are worth a banner, and hand-outs, which have no page. */
function isOfUse({ isOwn, state, reference }: Release, isOnOrder: boolean): boolean {
  if (reference === null) return true;
  return state === "requested" ? isOnOrder || !isOwn : isOnOrder && isOwn && state !== "used";
}

function RequestedExport({ release, isOnOrder }: { release: Release; isOnOrder: boolean }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const mayDecide = usePermission("codes.release") && !release.isOwn && release.state === "requested";
  const stepUp = useStepUp();
  const [busy, setBusy] = useState<"release" | "refuse" | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  async function decide(decision: "release" | "refuse") {
    setBusy(decision);
    setProblem(null);
    try {
      client.setQueryData(
        releasesQuery(environment).queryKey,
        await stepUp.run(() => decideRelease(environment, release.id, decision)),
      );
      const { reference } = release;
      if (reference !== null)
        void client.invalidateQueries({ queryKey: orderQuery(environment, reference).queryKey });
    } catch (error) {
      void showRefusal(asProblem(error));
    } finally {
      setBusy(null);
    }
  }
  /** If another member has decided in the meantime, the request goes, and the refusal is shown beside the page. */
  async function showRefusal(refusal: Problem) {
    setProblem(refusal);
    const { queryKey } = releasesQuery(environment);
    await client.invalidateQueries({ queryKey });
    const now = client.getQueryData(queryKey)?.items.find(({ id }) => id === release.id);
    if (now?.state !== "requested")
      toast("The request was decided in the meantime", {
        tone: "refused",
        detail: refusal.detail,
        values: refusal.decided?.by == null ? [] : [refusal.decided.by],
      });
  }
  return (
    <Banner
      tone={release.state === "refused" ? "refused" : release.state === "released" ? "done" : "partial"}
      live="off"
      title={<WithValues text={titleOf(release)} values={[release.requestedBy, release.decidedBy]} />}
      actions={
        mayDecide ? (
          <>
            <Button size="small" loading={busy === "refuse"} onClick={() => void decide("refuse")}>
              Refuse
            </Button>
            <Button size="small" loading={busy === "release"} onClick={() => void decide("release")}>
              {release.reference === null ? "Release hand-outs" : "Release export"}
            </Button>
          </>
        ) : null
      }
    >
      <p>
        <WhichCodes release={release} isOnOrder={isOnOrder} />
        <RecentTime at={release.requestedAt} />
        {release.reason === null ? null : (
          <WithValues text={`. Reason: ${release.reason}`} values={[release.reason]} />
        )}
      </p>
      {release.validUntil === null ? null : (
        <p>
          {release.reference === null
            ? `${counted(release.count - release.handedOut, "code", "codes")} left, until `
            : "Can be exported until "}
          <DateTime at={release.validUntil} />.
        </p>
      )}
      {stepUp.dialog}
      {problem === null ? null : (
        <p role="alert" className="text-refused">
          {problem.detail}
        </p>
      )}
    </Banner>
  );
}

/** Which codes a request is about, up to the time at which it was made. */
function WhichCodes({
  release: { reference, first, count },
  isOnOrder,
}: {
  release: Release;
  isOnOrder: boolean;
}) {
  if (reference === null) return "For a day, of any orders. Requested ";
  return (
    <>
      Codes {formatCount(first)} to {formatCount(first + count - 1)}
      {isOnOrder ? null : (
        <>
          {" of order "}
          <TextLink translate="no" href={paths.order(reference)}>
            {reference}
          </TextLink>
        </>
      )}
      {", requested "}
    </>
  );
}

function titleOf(release: Release): string {
  const { isOwn, requestedBy, count, state, decidedBy, reference } = release;
  const codes = counted(count, "code", "codes");
  if (reference === null)
    return titleOfHandOuts(
      release,
      `${formatCount(count)} further ${count === 1 ? "hand-out" : "hand-outs"}`,
    );
  if (state === "released") return `${decidedBy ?? "A member"} released your export of ${codes}`;
  if (state === "refused") return `${decidedBy ?? "A member"} refused your export of ${codes}`;
  return isOwn
    ? `Your export of ${codes} waits for another member's release`
    : `${requestedBy} asks to export ${codes}`;
}

function titleOfHandOuts({ isOwn, requestedBy, state, decidedBy }: Release, handOuts: string): string {
  if (state === "released") return `${decidedBy ?? "A member"} released your ${handOuts}`;
  return isOwn ? `Your ${handOuts} wait for another member's release` : `${requestedBy} asks for ${handOuts}`;
}
