import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { paths } from "#lib/paths.ts";

/** Within the frame: one can go elsewhere. */
export default function Forbidden() {
  return (
    <EmptyState
      title={<h1>This page is not for your role</h1>}
      actions={<LinkButton href={paths.overview()}>Go to the overview</LinkButton>}
    >
      Ask an administrator of your team if you need it.
    </EmptyState>
  );
}
