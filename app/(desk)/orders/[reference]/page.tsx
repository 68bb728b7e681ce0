import type { Metadata } from "next";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { CodesPanel } from "#components/codes/CodesPanel.tsx";
import { OrderPage } from "#components/orders/order/OrderPage.tsx";
import { decodeReference } from "#lib/orders/references/referenceSegment.ts";
import { permits } from "#lib/members/roles.ts";
import { codeSettingsQuery } from "#lib/queries/codes.ts";
import { orderQuery } from "#lib/queries/orders/orders.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { readCodeSettings } from "#server/codes/codeSettings.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";

type Props = { params: Promise<{ reference: string }> };

/** Next passes the segment undecoded; one that cannot be decoded is left unchanged. */
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
  const { request, environment, viewer } = await requireViewer("orders.read");
  const reference = referenceOf((await params).reference);
  const client = makeQueryClient();
  await client.prefetchQuery({
    ...orderQuery(environment, reference),
    queryFn: () => readOrder(request, { reference }),
    retry: false,
  });
  if (permits(viewer, "codes.reveal")) {
    client.setQueryData(codeSettingsQuery(environment).queryKey, await readCodeSettings(request));
  }
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <OrderPage reference={reference} codes={<CodesPanel reference={reference} />} />
    </PrefetchedQueries>
  );
}
