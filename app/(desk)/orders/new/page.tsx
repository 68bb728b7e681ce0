import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { OrderBuilder } from "#components/orders/builder/OrderBuilder.tsx";
import { draftQuery } from "#lib/queries/draft.ts";
import { makeQueryClient } from "#lib/queries/queryClient.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";

export const metadata: Metadata = { title: "New order" };

export default async function NewOrderPage() {
  const { request, environment } = await requireViewer("orders.place");
  const client = makeQueryClient();
  await client.prefetchQuery({ ...draftQuery(environment), queryFn: () => readDraft(request) });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <OrderBuilder />
    </HydrationBoundary>
  );
}
