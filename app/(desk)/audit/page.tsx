import type { Metadata } from "next";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { filterOf, readChoice } from "#components/audit/auditFilter.ts";
import { AuditLog } from "#components/audit/AuditLog.tsx";
import { AUDIT_PAGE_SIZE, auditQuery } from "#lib/queries/audit.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { listAudit } from "#server/audit/listAudit.ts";
import { listAuditPeople } from "#server/audit/listAuditPeople.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { readTimes } from "#server/auth/sessions/readTimes.ts";

export const metadata: Metadata = { title: "Audit log" };

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function AuditPage({ searchParams }: { searchParams: Search }) {
  const { request, environment } = await requireViewer("audit.read");
  const asked = await searchParams;
  const choice = readChoice({ get: (name) => [asked[name]].flat()[0] ?? null });
  const client = makeQueryClient();
  const filter = filterOf(choice, (await readTimes()).zone);
  const first = await listAudit(request, { ...filter, take: AUDIT_PAGE_SIZE });
  client.setQueryData(auditQuery(environment, filter).queryKey, { pages: [first], pageParams: [null] });
  const people = await listAuditPeople(request);
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <AuditLog people={people} />
    </PrefetchedQueries>
  );
}
