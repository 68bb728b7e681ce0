"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { MOST_HAND_OUTS_RELEASED } from "#lib/contracts/codes/releaseLimits.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { releasesQuery, requestHandOutRelease } from "#lib/queries/codes.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";

/**
 * Says that a second member has to release further hand-outs, and asks for a number of them. The form around it stays as it is, to be
 * sent again once they are released.
 */
export function AskForHandOuts({
  problem,
  count,
  reason,
}: {
  problem: Problem;
  /** How many the member is about to hand out. */
  count: number;
  reason?: string;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { data } = useQuery(releasesQuery(environment));
  const own = data?.items.filter(({ isOwn, reference }) => isOwn && reference === null) ?? [];
  const open = own.find(({ state }) => state === "requested");
  const isReleased = own.some((each) => each.state === "released" && each.count - each.handedOut >= count);
  const [typed, setTyped] = useState(String(count));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Problem | null>(null);
  const asked = /^\s*[1-9]\d{0,4}\s*$/.test(typed) ? Number(typed) : 0;
  const isWrong = asked < count || asked > MOST_HAND_OUTS_RELEASED;

  async function ask() {
    if (isWrong) return;
    setBusy(true);
    setFailure(null);
    try {
      const body = { count: asked, ...(reason === undefined ? {} : { reason }) };
      client.setQueryData(
        releasesQuery(environment).queryKey,
        await requestHandOutRelease(environment, body),
      );
    } catch (error) {
      setFailure(asProblem(error));
    } finally {
      setBusy(false);
    }
  }

  if (isReleased) {
    return (
      <Banner tone="done" live="status" title="Released">
        <p>Hand out the codes now.</p>
      </Banner>
    );
  }
  if (open !== undefined) {
    return (
      <Banner
        tone="processing"
        live="status"
        title={`Release of ${counted(open.count, "further hand-out", "further hand-outs")} requested`}
      >
        <p>
          Members who can release them see the request on their overview and under Codes. Keep this window
          open, and hand out the codes once one of them has released them.
        </p>
      </Banner>
    );
  }
  return (
    <Banner
      tone="partial"
      live="alert"
      title={failure?.detail ?? problem.detail}
      actions={
        <Button size="small" loading={busy} onClick={() => void ask()}>
          Request release
        </Button>
      }
    >
      <Field
        label="Hand-outs to ask for"
        hint="For this customer and further ones, of any product, for a day."
        error={
          isWrong
            ? `Enter a number from ${formatCount(count)} to ${formatCount(MOST_HAND_OUTS_RELEASED)}.`
            : null
        }
      >
        {(control) => (
          <NumberInput
            {...control}
            kind="numeric"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </Banner>
  );
}
