import { buttonClasses } from "#components/ui/actions/buttonClasses.ts";
import { MessagePage } from "#components/shell/page/MessagePage.tsx";
import { paths } from "#lib/paths.ts";

export default function NotFound() {
  return (
    <MessagePage title="Page not found">
      <p>Check the address, or start from the overview.</p>
      {/* Every page loads this one: a plain link needs no script. */}
      <a href={paths.overview()} className={`${buttonClasses()} no-underline`}>
        Go to overview
      </a>
    </MessagePage>
  );
}
