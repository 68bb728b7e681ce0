import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { NewSecondFactor } from "#components/settings/NewSecondFactor.tsx";
import { EnvironmentProvider } from "#components/shell/environment/EnvironmentProvider.tsx";
import { MessagePage } from "#components/shell/page/MessagePage.tsx";
import { QueryProvider } from "#components/shell/QueryProvider.tsx";
import { ViewerProvider } from "#components/shell/viewer/ViewerProvider.tsx";
import { paths } from "#lib/paths.ts";
import { readViewer } from "#server/auth/sessions/session.ts";
import { getAuthSettings } from "#server/auth/settings.ts";

export const metadata: Metadata = { title: "Add a second factor" };

export default async function NewSecondFactorPage() {
  const visit = await readViewer();
  if (visit === null) redirect(paths.signIn());
  if (visit.mustChangePassword) redirect(paths.newPassword());
  if (!visit.mustAddSecondFactor) redirect(paths.overview());
  return (
    <ViewerProvider viewer={visit.viewer} passwords={getAuthSettings().passwordSignIn}>
      <EnvironmentProvider environment={visit.environment}>
        <QueryProvider>
          <MessagePage title="Add a second factor">
            <div className="w-full text-start text-ink">
              <p>Your team asks for a second factor. Add yours to continue.</p>
              <NewSecondFactor />
            </div>
          </MessagePage>
        </QueryProvider>
      </EnvironmentProvider>
    </ViewerProvider>
  );
}
