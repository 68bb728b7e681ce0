import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { paths } from "#lib/paths.ts";

export default function NotFound() {
  return (
    <EmptyState
      title={<h1>There is no such page</h1>}
      actions={<LinkButton href={paths.overview()}>Go to the overview</LinkButton>}
    >
      The address may be mistyped, or what was here is in the other environment.
    </EmptyState>
  );
}
