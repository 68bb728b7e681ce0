import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { NewPassword } from "#components/settings/NewPassword.tsx";
import { EnvironmentProvider } from "#components/shell/environment/EnvironmentProvider.tsx";
import { MessagePage } from "#components/shell/page/MessagePage.tsx";
import { QueryProvider } from "#components/shell/QueryProvider.tsx";
import { ViewerProvider } from "#components/shell/viewer/ViewerProvider.tsx";
import { paths } from "#lib/paths.ts";
import { readViewer } from "#server/auth/sessions/session.ts";

export const metadata: Metadata = { title: "Choose a password" };

export default async function NewPasswordPage() {
  const visit = await readViewer();
  if (visit === null) redirect(paths.signIn());
  if (!visit.mustChangePassword) redirect(paths.overview());
  return (
    <ViewerProvider viewer={visit.viewer}>
      <EnvironmentProvider environment={visit.environment}>
        <QueryProvider>
          <MessagePage title="Choose a password">
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
