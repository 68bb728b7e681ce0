import { Check } from "lucide";
import type { ReactNode } from "react";
import { paths } from "#lib/paths.ts";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Icon } from "#components/ui/display/Icon.tsx";
import type { Outcome } from "./useSeveral.ts";

/** What became of each order, with the reason of those of which nothing was taken. */
export function OutcomeList<T>({
  outcomes,
  children,
}: {
  outcomes: readonly Outcome<T>[];
  /** What is said or shown of what was taken. */
  children: (value: T) => ReactNode;
}) {
  return (
    <ul aria-label="Orders" className="flex flex-col">
      {outcomes.map((outcome) => (
        <li key={outcome.reference} className="border-b border-line py-2 last:border-b-0">
          <p className="flex flex-wrap items-center gap-x-2">
            {outcome.kind === "taken" ? <Icon shape={Check} className="size-3.5 shrink-0 text-done" /> : null}
            <TextLink href={paths.order(outcome.reference)} target="_blank">
              <bdi translate="no">{outcome.reference}</bdi>
            </TextLink>
          </p>
          {outcome.kind === "taken" ? (
            children(outcome.value)
          ) : (
            <p className="text-[0.8125rem] text-refused">{outcome.problem.detail}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
