import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { paths } from "#lib/paths.ts";

export default function NotFound() {
  return (
    <EmptyState
      title={<h1>Page not found</h1>}
      actions={<LinkButton href={paths.overview()}>Go to overview</LinkButton>}
    >
      Check the address, or switch to the other environment.
    </EmptyState>
  );
}
