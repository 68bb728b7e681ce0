import type { Metadata } from "next";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { NoticeList } from "#components/notices/NoticeList.tsx";
import { noticesQuery, unreadNoticesQuery } from "#lib/queries/notices.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { listNotices } from "#server/notices/listNotices.ts";

export const metadata: Metadata = { title: "Notices" };

export default async function NoticesPage() {
  const { request, environment } = await requireViewer();
  const client = makeQueryClient();
  const first = await listNotices(request, {});
  client.setQueryData(noticesQuery(environment).queryKey, { pages: [first], pageParams: [null] });
  client.setQueryData(unreadNoticesQuery(environment).queryKey, { unread: first.unread });
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <NoticeList />
    </PrefetchedQueries>
  );
}
