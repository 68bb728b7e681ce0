import { buttonClasses } from "#components/ui/actions/buttonClasses.ts";
import { MessagePage } from "#components/shell/page/MessagePage.tsx";
import { paths } from "#lib/paths.ts";

export default function Forbidden() {
  return (
    <MessagePage title="You don't have access to this page">
      <p>Ask an administrator of your team for access.</p>
      {/* Every page loads this one: a plain link needs no script. */}
      <a href={paths.overview()} className={`${buttonClasses()} no-underline`}>
        Go to overview
      </a>
    </MessagePage>
  );
}
