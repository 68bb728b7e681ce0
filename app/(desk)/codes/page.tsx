import type { Metadata } from "next";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { HandOutScreen } from "#components/codes/handOut/HandOutScreen.tsx";
import { codeSettingsQuery, stockQuery } from "#lib/queries/codes.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { readCodeSettings } from "#server/codes/codeSettings.ts";
import { readStock } from "#server/codes/stock/readStock.ts";

export const metadata: Metadata = { title: "Codes" };

export default async function CodesPage() {
  const { request, environment } = await requireViewer("codes.reveal");
  const client = makeQueryClient();
  const [stock, settings] = await Promise.all([readStock(request), readCodeSettings(request)]);
  client.setQueryData(stockQuery(environment).queryKey, stock);
  client.setQueryData(codeSettingsQuery(environment).queryKey, settings);
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <HandOutScreen />
    </PrefetchedQueries>
  );
}
