import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { MessagePage } from "#components/shell/page/MessagePage.tsx";
import { paths } from "#lib/paths.ts";

export default function Forbidden() {
  return (
    <MessagePage title="This page is not for your role">
      <p>Ask an administrator of your team if you need it.</p>
      <LinkButton href={paths.overview()}>Go to the overview</LinkButton>
    </MessagePage>
  );
}
