import type { Metadata } from "next";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { TeamTable } from "#components/team/TeamTable.tsx";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { approvalSettingsQuery } from "#lib/queries/orders/approvals.ts";
import { coverQuery } from "#lib/queries/team/cover.ts";
import { limitsQuery } from "#lib/queries/team/limits.ts";
import { permits } from "#lib/members/roles.ts";
import { rolesQuery } from "#lib/queries/team/roles.ts";
import { teamQuery } from "#lib/queries/team/team.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { listLimits } from "#server/orders/limits/listLimits.ts";
import { readApprovalSettings } from "#server/orders/approval/approvalSettings.ts";
import { listCover } from "#server/team/cover/listCover.ts";
import { listRoles } from "#server/team/roles/listRoles.ts";
import { listMembers } from "#server/team/listMembers.ts";

export const metadata: Metadata = { title: "Team" };

export default async function TeamPage() {
  const { request, environment } = await requireViewer("team.manage");
  const client = makeQueryClient();
  const hasLimits = permits(request.actor, "orders.read");
  const [team, limits, waiting, cover, roles] = await Promise.all([
    listMembers(request),
    hasLimits ? listLimits(request) : null,
    hasLimits ? readApprovalSettings(request) : null,
    listCover(request),
    listRoles(request),
  ]);
  client.setQueryData(rolesQuery(environment).queryKey, roles);
  client.setQueryData(teamQuery(environment).queryKey, team);
  client.setQueryData(coverQuery(environment).queryKey, cover);
  if (waiting !== null) client.setQueryData(approvalSettingsQuery(environment).queryKey, waiting);
  if (limits !== null) client.setQueryData(limitsQuery(environment).queryKey, limits);
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <TeamTable />
    </PrefetchedQueries>
  );
}
