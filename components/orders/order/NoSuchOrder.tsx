import { SearchX } from "lucide-react";
import type { Problem } from "#lib/contracts/problem.ts";
import { paths } from "#lib/paths.ts";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";

/** Says what was tried, so that nobody wonders whether the other reading would have found it (docs/service-interface.md §10.4). */
export function NoSuchOrder({ reference, problem }: { reference: string; problem: Problem }) {
  return (
    <EmptyState
      icon={SearchX}
      title={
        <h1>
          No order is known by <span className="font-mono wrap-anywhere">{reference}</span>
        </h1>
      }
      actions={<LinkButton href={paths.orders()}>Go to the orders</LinkButton>}
    >
      <p>
        It was looked up in this environment, here and at the service, as an order id and as your own order
        code. Check for missing characters, or switch the environment.
      </p>
      {problem.service ? (
        <blockquote className="mt-3 border-s-2 border-line-strong ps-3 text-start text-ink wrap-anywhere">
          {problem.service.message}
        </blockquote>
      ) : null}
    </EmptyState>
  );
}
