import type { Metadata } from "next";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { TeamTable } from "#components/team/TeamTable.tsx";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { limitsQuery } from "#lib/queries/team/limits.ts";
import { permits } from "#lib/members/roles.ts";
import { rolesQuery } from "#lib/queries/team/roles.ts";
import { teamQuery } from "#lib/queries/team/team.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { listLimits } from "#server/orders/limits/listLimits.ts";
import { listRoles } from "#server/team/roles/listRoles.ts";
import { listMembers } from "#server/team/listMembers.ts";

export const metadata: Metadata = { title: "Team" };

export default async function TeamPage() {
  const { request, environment } = await requireViewer("team.manage");
  const client = makeQueryClient();
  const [team, limits, roles] = await Promise.all([
    listMembers(request),
    permits(request.actor, "orders.read") ? listLimits(request) : null,
    listRoles(request),
  ]);
  client.setQueryData(rolesQuery(environment).queryKey, roles);
  client.setQueryData(teamQuery(environment).queryKey, team);
  if (limits !== null) client.setQueryData(limitsQuery(environment).queryKey, limits);
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <TeamTable />
    </PrefetchedQueries>
  );
}
