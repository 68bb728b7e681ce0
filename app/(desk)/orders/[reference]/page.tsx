import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { CodesPanel } from "#components/codes/CodesPanel.tsx";
import { OrderPage } from "#components/orders/order/OrderPage.tsx";
import { decodeReference } from "#lib/orders/references/referenceSegment.ts";
import { orderQuery } from "#lib/queries/orders.ts";
import { makeQueryClient } from "#lib/queries/queryClient.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";

type Props = { params: Promise<{ reference: string }> };

/** Next hands over the segment as it stood in the address; what cannot be decoded stays as it came. */
function referenceOf(segment: string): string {
  try {
    return decodeReference(decodeURIComponent(segment));
  } catch {
    return decodeReference(segment);
  }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Order ${referenceOf((await params).reference)}` };
}

export default async function OrderDetailPage({ params }: Props) {
  const { request, environment } = await requireViewer("orders.read");
  const reference = referenceOf((await params).reference);
  const client = makeQueryClient();
  await client.prefetchQuery({
    ...orderQuery(environment, reference),
    queryFn: () => readOrder(request, { reference }),
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <OrderPage reference={reference} codes={<CodesPanel reference={reference} />} />
    </HydrationBoundary>
  );
}
