import type { Metadata } from "next";
import { FirstPaintEnd } from "#components/ui/display/FirstPaint.tsx";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { OrderBuilder } from "#components/orders/builder/OrderBuilder.tsx";
import { draftQuerySchema } from "#lib/contracts/orders/placeOrder.ts";
import { allowancesQuery } from "#lib/queries/orders/allowances.ts";
import { draftQuery } from "#lib/queries/orders/draft.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { listAllowances } from "#server/orders/verbs/listAllowances.ts";

export const metadata: Metadata = { title: "New order" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function NewOrderPage({ searchParams }: Props) {
  const { request, environment } = await requireViewer("orders.place");
  const client = makeQueryClient();
  // An address that names no draft of this member opens with the interface's error message.
  const asked = draftQuerySchema.safeParse({ id: (await searchParams).draft });
  const draftId = asked.success ? asked.data.id : undefined;
  await Promise.all([
    client.prefetchQuery({
      ...draftQuery(environment, draftId),
      queryFn: () => readDraft(request, { id: draftId }),
    }),
    client.prefetchQuery({ ...allowancesQuery(environment), queryFn: () => listAllowances(request) }),
  ]);
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <OrderBuilder draftId={draftId} />
      <FirstPaintEnd />
    </PrefetchedQueries>
  );
}
