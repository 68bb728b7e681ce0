import type { Metadata } from "next";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { Settings } from "#components/settings/Settings.tsx";
import { isSettingsTab, SETTINGS_LABELS } from "#components/shell/navigation/settingsTabs.ts";
import { DUTIES } from "#lib/members/duties.ts";
import { permits } from "#lib/members/roles.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { accessTokensQuery } from "#lib/queries/team/accessTokens.ts";
import { codeSettingsQuery } from "#lib/queries/codes.ts";
import { connectionsQuery, serviceCallsQuery, sessionsQuery } from "#lib/queries/settings.ts";
import { secondFactorQuery, securitySettingsQuery } from "#lib/queries/team/secondFactor.ts";
import { coverQuery } from "#lib/queries/team/cover.ts";
import { rolesQuery } from "#lib/queries/team/roles.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { readOwnFactors } from "#server/auth/secondFactor/ownFactors.ts";
import { readSecuritySettings } from "#server/auth/secondFactor/securitySettings.ts";
import { listSessions } from "#server/auth/sessions/listSessions.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { listTokens } from "#server/team/tokens/listTokens.ts";
import { readCodeSettings } from "#server/codes/codeSettings.ts";
import { listRoles } from "#server/team/roles/listRoles.ts";
import { listConnections } from "#server/settings/listConnections.ts";
import { listCover } from "#server/team/cover/listCover.ts";
import { listServiceCalls } from "#server/settings/listServiceCalls.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Says which tab is open: history, bookmarks and screen readers tell pages apart by their titles. */
export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { tab } = await searchParams;
  return {
    title: typeof tab === "string" && isSettingsTab(tab) ? `${SETTINGS_LABELS[tab]} · Settings` : "Settings",
  };
}

export default async function SettingsPage() {
  const { request, environment, viewer } = await requireViewer();
  const client = makeQueryClient();
  client.setQueryData(sessionsQuery(environment).queryKey, await listSessions(request));
  client.setQueryData(secondFactorQuery(environment).queryKey, await readOwnFactors(request));
  client.setQueryData(rolesQuery(environment).queryKey, await listRoles(request));
  client.setQueryData(accessTokensQuery(environment).queryKey, await listTokens(request));
  if (DUTIES.some((duty) => permits(viewer, duty)))
    client.setQueryData(coverQuery(environment).queryKey, await listCover(request));
  if (permits(viewer, "settings.change")) {
    client.setQueryData(securitySettingsQuery(environment).queryKey, await readSecuritySettings(request));
    client.setQueryData(codeSettingsQuery(environment).queryKey, await readCodeSettings(request));
  }
  if (permits(viewer, "settings.read")) {
    const [connections, calls] = await Promise.all([listConnections(request), listServiceCalls(request)]);
    client.setQueryData(connectionsQuery(environment).queryKey, connections);
    client.setQueryData(serviceCallsQuery(environment, {}).queryKey, calls);
  }
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <Settings />
    </PrefetchedQueries>
  );
}
