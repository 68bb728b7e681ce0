import type { Metadata } from "next";
import { ChangesScreen } from "#components/catalog/changes/ChangesScreen.tsx";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { changesFilterOf, parseChangesAddress } from "#lib/catalog/changes/changesAddress.ts";
import { toSearchParams } from "#lib/catalog/views/viewParams.ts";
import { CHANGES_PAGE_SIZE, changesFacetsQuery, changesQuery } from "#lib/queries/catalog/catalogChanges.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { readTimes } from "#server/auth/sessions/readTimes.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { countChanges } from "#server/catalog/changes/countChanges.ts";
import { listChanges } from "#server/catalog/changes/listChanges.ts";

export const metadata: Metadata = { title: "Catalog changes" };

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function ChangesPage({ searchParams }: { searchParams: Search }) {
  const { request, environment } = await requireViewer("catalog.read");
  const choice = parseChangesAddress(toSearchParams(await searchParams));
  const filter = changesFilterOf(choice, (await readTimes()).zone);
  const client = makeQueryClient();
  const [first, facets] = await Promise.all([
    listChanges(request, { ...filter, take: CHANGES_PAGE_SIZE }),
    countChanges(request, filter),
  ]);
  client.setQueryData(changesQuery(environment, filter).queryKey, { pages: [first], pageParams: [null] });
  client.setQueryData(changesFacetsQuery(environment, filter).queryKey, facets);
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <ChangesScreen />
    </PrefetchedQueries>
  );
}
