import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { MessagePage } from "#components/shell/page/MessagePage.tsx";
import { paths } from "#lib/paths.ts";

export default function NotFound() {
  return (
    <MessagePage title="Page not found">
      <p>Check the address, or start from the overview.</p>
      <LinkButton href={paths.overview()}>Go to overview</LinkButton>
    </MessagePage>
  );
}
