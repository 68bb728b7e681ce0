"use client";

import { nearness } from "#lib/claims/due.ts";
import { CLAIMS } from "#lib/claims/states.ts";
import type { Claim } from "#lib/contracts/claims/claims.ts";
import type { ClaimState } from "#lib/contracts/claims/claimStates.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { paths } from "#lib/paths.ts";
import { formatCount } from "#lib/text/counts.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { permits } from "#lib/members/roles.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { formatDay } from "#components/time/formats.ts";
import { useNow } from "#components/time/useNow.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";

const MOVE_LABELS: Record<ClaimState, string> = {
  open: "Open",
  sent: "Sent to supplier",
  replaced: "Replaced",
  credited: "Credited",
  refused: "Refused",
  withdrawn: "Withdraw",
};

/** One claim, with what can be done about it. */
export function ClaimRow({ claim, onMove }: { claim: Claim; onMove: (to: ClaimState) => void }) {
  const viewer = useViewer();
  const name = claim.productName ?? (claim.productId === null ? "A code" : `Product ${claim.productId}`);
  const code = `code ${formatCount(claim.number)}`;
  const next = CLAIMS[claim.state].next.filter((state) => permits(viewer, CLAIMS[state].permission));
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-2.5">
      <div className="min-w-0 grow basis-72">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <TextLink href={paths.claim(claim.id)} className="font-medium wrap-anywhere">
            <bdi translate="no">{name}</bdi>
          </TextLink>
          <Badge tone={CLAIMS[claim.state].tone}>{CLAIMS[claim.state].label}</Badge>
          <Due dueAt={claim.dueAt} />
        </p>
        <p className="text-[0.8125rem] text-ink-soft">
          Code {formatCount(claim.number)} of{" "}
          <TextLink translate="no" href={paths.order(claim.order)} className="font-mono wrap-anywhere">
            {claim.order}
          </TextLink>
          {claim.customerReference === null ? null : (
            <>
              , handed out to{" "}
              <bdi translate="no" className="wrap-anywhere">
                {claim.customerReference}
              </bdi>
            </>
          )}
        </p>
        {claim.said === "" ? null : (
          <p className="wrap-anywhere whitespace-pre-line">
            <bdi translate="no">{claim.said}</bdi>
          </p>
        )}
        <Outcome claim={claim} />
        <p className="text-[0.8125rem] text-ink-faint">
          <bdi translate="no">{claim.openedBy ?? "Codedesk"}</bdi>, <DateTime at={claim.openedAt} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {next.map((state) => (
          <Button
            key={state}
            size="small"
            aria-label={`${MOVE_LABELS[state]}: ${code} of ${claim.order}`}
            onClick={() => onMove(state)}
          >
            {MOVE_LABELS[state]}
          </Button>
        ))}
      </div>
    </li>
  );
}

/** How near the end of the supplier's term is. */
function Due({ dueAt }: { dueAt: string | null }) {
  const now = useNow(MINUTE);
  if (dueAt === null) return null;
  const near = nearness(Date.parse(dueAt), now);
  const tone = near === "overdue" ? "refused" : near === "soon" ? "partial" : "neutral";
  return (
    <Badge tone={tone}>
      {near === "overdue" ? "Overdue since " : "Send by "}
      <DateTime at={dueAt} show="date" />
    </Badge>
  );
}

function Outcome({ claim: { replacement, credit, reason, supplierReference } }: { claim: Claim }) {
  return (
    <>
      {supplierReference === null ? null : (
        <p>
          Supplier&apos;s reference: <bdi translate="no">{supplierReference}</bdi>
        </p>
      )}
      {replacement === null ? null : (
        <p>
          Replaced by code {formatCount(replacement.number)} of{" "}
          <TextLink translate="no" href={paths.order(replacement.order)} className="wrap-anywhere">
            {replacement.order}
          </TextLink>
        </p>
      )}
      {credit === null ? null : (
        <p>
          Credited <span translate="no">{formatAmount(credit.amount, credit.currency)}</span> on{" "}
          <TextLink href={paths.wallet()}>{formatDay(credit.day)} (UTC)</TextLink>
        </p>
      )}
      {reason === null ? null : (
        <p className="wrap-anywhere">
          Refused: <bdi translate="no">{reason}</bdi>
        </p>
      )}
    </>
  );
}
