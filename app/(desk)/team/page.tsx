import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { TeamTable } from "#components/team/TeamTable.tsx";
import { makeQueryClient } from "#lib/queries/queryClient.ts";
import { teamQuery } from "#lib/queries/team.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { listMembers } from "#server/team/listMembers.ts";

export const metadata: Metadata = { title: "Team" };

export default async function TeamPage() {
  const { request, environment } = await requireViewer("team.manage");
  const client = makeQueryClient();
  client.setQueryData(teamQuery(environment).queryKey, await listMembers(request));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TeamTable />
    </HydrationBoundary>
  );
}
