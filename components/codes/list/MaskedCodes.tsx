"use client";

import { useQuery } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { codeSettingsQuery } from "#lib/queries/codes.ts";
import { formatCount } from "#lib/text/counts.ts";
import { Form } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePermission, useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { ConfirmIdentity } from "#components/shell/identity/ConfirmIdentity.tsx";
import { AskForRelease } from "#components/codes/reveal/AskForRelease.tsx";
import { forgetReason, keptReason } from "#components/codes/reveal/keptReason.ts";
import { ReasonField } from "#components/codes/reveal/ReasonField.tsx";
import { SignInAgain } from "#components/codes/reveal/SignInAgain.tsx";
import { CODES_AT_ONCE } from "#components/codes/reveal/revealSession.ts";
import { statedReason } from "#components/codes/reveal/statedReason.ts";
import type { Reveal } from "#components/codes/reveal/useReveal.ts";

const PLACEHOLDERS = 3;

/** Says that there are codes and how to reveal them, or why this member may not. */
export function MaskedCodes({
  reference,
  count,
  mayReveal,
  reveal,
}: {
  reference: string;
  count: number | null;
  mayReveal: boolean;
  reveal: Reveal;
}) {
  // The service itself may withhold a partial order's codes (docs/service-interface.md §3, rule 2).
  const isPermitted = usePermission("codes.reveal");
  const memberId = useViewer().id;
  const { data: settings } = useQuery({ ...codeSettingsQuery(useEnvironment()), enabled: isPermitted });
  const isReasonRequired = settings?.reasonRequired ?? false;
  const [isMissing, setMissing] = useState(false);
  // The reason is kept in the browser while the member signs in again; the server does not know it.
  const kept = useSyncExternalStore(
    neverChanges,
    () => keptReason(memberId, reference),
    () => "",
  );
  const [typed, setReason] = useState<string | null>(null);
  const reason = typed ?? kept;
  const toConfirm = mayReveal ? reveal.reauthenticate : null;
  const needsRelease = reveal.problem?.type === "release-required";
  const rows = Math.min(PLACEHOLDERS, count ?? 1);
  return (
    <div className="grid gap-4 py-3 sm:grid-cols-2">
      <div translate="no" aria-hidden className="font-mono text-ink-faint select-none">
        {Array.from({ length: rows }, (_, row) => (
          <p key={row} className="flex h-7 items-center gap-3">
            <span className="w-8 text-end text-[0.8125rem]">{formatCount(row + 1)}</span>
            <span>•••• •••• •••• ••••</span>
          </p>
        ))}
        {count !== null && count > rows ? (
          <p className="h-7 ps-11 text-[0.8125rem]">and {formatCount(count - rows)} more</p>
        ) : null}
      </div>
      <div className="print-hidden">
        {toConfirm === "sign-in" ? (
          <SignInAgain detail={reveal.why} reference={reference} reason={reason} />
        ) : toConfirm !== null ? (
          <ConfirmIdentity
            factors={reveal.factors}
            onConfirm={reveal.confirm}
            busy={reveal.busy}
            problem={reveal.problem}
            submitLabel="Confirm and reveal"
          />
        ) : mayReveal ? (
          <Form
            onSubmit={() => {
              const missing = isReasonRequired && reason.trim() === "";
              setMissing(missing);
              if (missing) return undefined;
              forgetReason(memberId);
              setReason(reason);
              return reveal.show(reason);
            }}
            loading={reveal.busy}
            submitError={needsRelease ? null : reveal.problem}
            submitLabel={labelOf(count)}
            className="flex flex-col gap-2"
          >
            <ReasonField
              required={isReasonRequired}
              isMissing={isMissing}
              value={reason}
              onChange={setReason}
            />
            {needsRelease && reveal.problem ? (
              <AskForRelease
                problem={reveal.problem}
                body={{ reference, skip: 0, take: count ?? CODES_AT_ONCE, ...statedReason(reason) }}
                again="Reveal them once one of them has released them."
              />
            ) : null}
          </Form>
        ) : (
          <p className="text-ink-soft">
            {isPermitted
              ? "The service shows these codes only once the order is completed. You can reveal them then."
              : "Your role can't reveal codes. Ask a member who can, such as a buyer or an administrator."}
          </p>
        )}
      </div>
    </div>
  );
}

function labelOf(count: number | null): string {
  if (count === null) return "Reveal codes";
  if (count === 1) return "Reveal 1 code";
  return `Reveal ${formatCount(count)} codes`;
}

const neverChanges = () => () => {};
