import type { Metadata } from "next";
import { ClaimsScreen } from "#components/codes/claims/ClaimsScreen.tsx";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { claimsQuery } from "#lib/queries/claims.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { listClaims } from "#server/claims/listClaims.ts";

export const metadata: Metadata = { title: "Claims" };

export default async function ClaimsPage() {
  const { request, environment } = await requireViewer("codes.find");
  const client = makeQueryClient();
  await client.prefetchQuery({ ...claimsQuery(environment), queryFn: () => listClaims(request) });
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <ClaimsScreen />
    </PrefetchedQueries>
  );
}
