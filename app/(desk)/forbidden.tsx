import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { paths } from "#lib/paths.ts";

/** Inside the frame, so that the member can go elsewhere. */
export default function Forbidden() {
  return (
    <EmptyState
      title={<h1>You don't have access to this page</h1>}
      actions={<LinkButton href={paths.overview()}>Go to overview</LinkButton>}
    >
      Ask an administrator of your team for access.
    </EmptyState>
  );
}
