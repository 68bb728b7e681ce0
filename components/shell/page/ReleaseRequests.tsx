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

/** Exports that wait for a release by another member, for one order or for all. */
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

/** Except on the order's own page, only requests that wait for this member are worth a banner. */
function isOfUse({ isOwn, state }: Release, isOnOrder: boolean): boolean {
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
      void client.invalidateQueries({ queryKey: orderQuery(environment, release.reference).queryKey });
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
      toast("The request was decided in the meantime", { tone: "refused", detail: refusal.detail });
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
              Release export
            </Button>
          </>
        ) : null
      }
    >
      <p>
        Codes {formatCount(release.first)} to {formatCount(release.first + release.count - 1)}
        {isOnOrder ? null : (
          <>
            {" of order "}
            <TextLink translate="no" href={paths.order(release.reference)}>
              {release.reference}
            </TextLink>
          </>
        )}
        , requested <RecentTime at={release.requestedAt} />
        {release.reason === null ? null : (
          <WithValues text={`. Reason: ${release.reason}`} values={[release.reason]} />
        )}
      </p>
      {release.validUntil === null ? null : (
        <p>
          Can be exported until <DateTime at={release.validUntil} />.
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

function titleOf({ isOwn, requestedBy, count, state, decidedBy }: Release): string {
  const codes = counted(count, "code", "codes");
  if (state === "released") return `${decidedBy ?? "A member"} released your export of ${codes}`;
  if (state === "refused") return `${decidedBy ?? "A member"} refused your export of ${codes}`;
  return isOwn
    ? `Your export of ${codes} waits for another member's release`
    : `${requestedBy} asks to export ${codes}`;
}
