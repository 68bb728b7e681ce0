import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { UseSingleSignOn } from "#components/auth/UseSingleSignOn.tsx";
import { NewPassword } from "#components/settings/NewPassword.tsx";
import { EnvironmentProvider } from "#components/shell/environment/EnvironmentProvider.tsx";
import { MessagePage } from "#components/shell/page/MessagePage.tsx";
import { QueryProvider } from "#components/shell/QueryProvider.tsx";
import { ViewerProvider } from "#components/shell/viewer/ViewerProvider.tsx";
import { paths } from "#lib/paths.ts";
import { readViewer } from "#server/auth/sessions/session.ts";
import { getAuthSettings } from "#server/auth/settings.ts";

const TITLE = "Choose a password";
const TITLE_WITHOUT_PASSWORDS = "Use single sign-on";

export function generateMetadata(): Metadata {
  return { title: getAuthSettings().passwordSignIn ? TITLE : TITLE_WITHOUT_PASSWORDS };
}

export default async function NewPasswordPage() {
  const visit = await readViewer();
  if (visit === null) redirect(paths.signIn());
  if (!visit.mustChangePassword) redirect(paths.overview());
  if (!getAuthSettings().passwordSignIn) {
    return (
      <MessagePage title={TITLE_WITHOUT_PASSWORDS}>
        <UseSingleSignOn />
      </MessagePage>
    );
  }
  return (
    <ViewerProvider viewer={visit.viewer} passwords>
      <EnvironmentProvider environment={visit.environment}>
        <QueryProvider>
          <MessagePage title={TITLE}>
            <div className="w-full text-start text-ink">
              <p>You signed in with a one-time password. Choose one of your own to continue.</p>
              <NewPassword />
            </div>
          </MessagePage>
        </QueryProvider>
      </EnvironmentProvider>
    </ViewerProvider>
  );
}
