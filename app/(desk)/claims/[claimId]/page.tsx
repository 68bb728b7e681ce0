import type { Metadata } from "next";
import { ClaimScreen } from "#components/codes/claims/ClaimScreen.tsx";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { claimAddressSchema } from "#lib/contracts/claims/claims.ts";
import { claimQuery } from "#lib/queries/claims.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { readClaim } from "#server/claims/readClaim.ts";

type Props = { params: Promise<{ claimId: string }> };

export const metadata: Metadata = { title: "Claim" };

export default async function ClaimPage({ params }: Props) {
  const { request, environment } = await requireViewer("codes.find");
  const { claimId } = await params;
  const client = makeQueryClient();
  // What can't be the id of a claim is answered like one that is unknown, by the page itself.
  if (claimAddressSchema.safeParse({ claimId }).success) {
    await client.prefetchQuery({
      ...claimQuery(environment, claimId),
      queryFn: () => readClaim(request, { claimId }),
      retry: false,
    });
  }
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <ClaimScreen claimId={claimId} />
    </PrefetchedQueries>
  );
}
