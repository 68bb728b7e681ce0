import { approvalsQuery } from "#lib/queries/orders/approvals.ts";
import { draftsQuery } from "#lib/queries/orders/draft.ts";
import { unreadNoticesQuery } from "#lib/queries/notices.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { serviceStateQuery } from "#lib/queries/serviceState.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { permits } from "#lib/members/roles.ts";
import type { Visit } from "#server/auth/sessions/session.ts";
import { countUnread } from "#server/notices/listNotices.ts";
import { listApprovals } from "#server/orders/approval/listApprovals.ts";
import { listDrafts } from "#server/orders/drafts/listDrafts.ts";
import { readServiceState } from "#server/serviceLimits/readServiceState.ts";

/**
 * Reads what the frame of every page shows together with the first page, instead of by separate requests. What fails is requested
 * again by the frame.
 */
export async function readFrame({ viewer, environment, request }: Visit): Promise<string> {
  const client = makeQueryClient();
  await Promise.all([
    client.prefetchQuery({
      ...serviceStateQuery(environment),
      queryFn: () => readServiceState(request),
    }),
    client.prefetchQuery({ ...unreadNoticesQuery(environment), queryFn: () => countUnread(request) }),
    permits(viewer, "orders.place")
      ? client.prefetchQuery({ ...draftsQuery(environment), queryFn: () => listDrafts(request) })
      : null,
    permits(viewer, "orders.approve")
      ? client.prefetchQuery({ ...approvalsQuery(environment), queryFn: () => listApprovals(request) })
      : null,
  ]);
  return writeQueries(client);
}
