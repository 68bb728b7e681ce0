import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { MessagePage } from "#components/shell/page/MessagePage.tsx";
import { paths } from "#lib/paths.ts";

export default function NotFound() {
  return (
    <MessagePage title="There is no such page">
      <p>The address may be mistyped, or the page has moved.</p>
      <LinkButton href={paths.overview()}>Go to the overview</LinkButton>
    </MessagePage>
  );
}
