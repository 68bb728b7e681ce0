import type { Metadata } from "next";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { TemplatesList } from "#components/orders/templates/TemplatesList.tsx";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { templatesQuery } from "#lib/queries/orders/templates.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { listTemplates } from "#server/orders/templates/listTemplates.ts";

export const metadata: Metadata = { title: "Order templates" };

export default async function TemplatesPage() {
  const { request, environment } = await requireViewer("orders.place");
  const client = makeQueryClient();
  await client.prefetchQuery({
    ...templatesQuery(environment),
    queryFn: () => listTemplates(request),
  });
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <TemplatesList />
    </PrefetchedQueries>
  );
}
