"use client";

import { SubmitError } from "#components/form/Form.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import type { Problem } from "#lib/contracts/problem.ts";
import { paths } from "#lib/paths.ts";
import { useDelayed } from "#components/ui/feedback/useDelayed.ts";
import { SECOND } from "#lib/time/instant.ts";
import { OnItsWay } from "./OnItsWay.tsx";
import type { SendState } from "./useSend.ts";

/** The outcome of a confirmation that did not open an order's page, or not at once. */
export function SendOutcome({ state }: { state: SendState }) {
  // Behind the review, nobody sees that the page waits for a connection.
  const isLate = useDelayed(state.kind === "placed", SECOND);
  if (isLate) return <OnItsWay className="mt-4" />;
  if (state.kind === "not-sent") {
    return (
      <Banner tone="refused" live="alert" className="mt-4" title={state.problem.title}>
        {state.problem.detail}
      </Banner>
    );
  }
  if (state.kind === "refused") {
    return (
      <div className="mt-4">
        <SubmitError problem={withoutLineMessage(state.problem)} />
        {state.problem.existingReference ? (
          <p className="pt-2">
            <TextLink href={paths.order(state.problem.existingReference)}>
              {state.problem.type === "rejected" ? "View rejected order" : "View order"}
            </TextLink>
          </p>
        ) : null}
      </div>
    );
  }
  if (state.kind !== "unknown") return null;
  return (
    <Banner tone="unknown" live="alert" className="mt-4" title="Outcome unknown. Don't place it again.">
      {state.problem.status > 0 ? <p>{state.problem.detail}</p> : null}
      <p>Checking the outcome is safe: it can&apos;t place the order twice.</p>
    </Banner>
  );
}

/** A message of the service that is shown on its line is not repeated below the lines. */
function withoutLineMessage({ service, ...problem }: Problem): Problem {
  if (service === undefined) return problem;
  const isOnLine = problem.lines?.some(({ message }) => message === service.message) ?? false;
  return isOnLine
    ? { ...problem, detail: "Rejected by the service. Nothing was bought." }
    : { ...problem, service };
}
