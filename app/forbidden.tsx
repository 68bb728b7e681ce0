import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { MessagePage } from "#components/shell/page/MessagePage.tsx";
import { paths } from "#lib/paths.ts";

export default function Forbidden() {
  return (
    <MessagePage title="You don't have access to this page">
      <p>Ask an administrator of your team for access.</p>
      <LinkButton href={paths.overview()}>Go to overview</LinkButton>
    </MessagePage>
  );
}
