import type { Metadata } from "next";
import { CatalogWithOrder } from "#components/catalog/CatalogWithOrder.tsx";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { parseAddress, toSearchParams, PAGE_SIZE } from "#lib/catalog/views/viewParams.ts";
import { catalogWindowQuery } from "#lib/queries/catalog/catalog.ts";
import { favouritesQuery } from "#lib/queries/catalog/favourites.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { savedViewsQuery } from "#lib/queries/catalog/savedViews.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { readFavourites } from "#server/catalog/readFavourites.ts";
import { searchProducts } from "#server/catalog/searchProducts.ts";
import { listViews } from "#server/catalog/views/listViews.ts";
import { isAppError } from "#server/context/errors.ts";

export const metadata: Metadata = { title: "Catalog" };

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function CatalogPage({ searchParams }: { searchParams: Search }) {
  const { request, environment } = await requireViewer("catalog.read");
  const { view } = parseAddress(toSearchParams(await searchParams));
  const client = makeQueryClient();
  try {
    const [page, favourites, views] = await Promise.all([
      searchProducts(request, { ...view, skip: 0, take: PAGE_SIZE }),
      readFavourites(request),
      listViews(request),
    ]);
    client.setQueryData(catalogWindowQuery(environment, view, 0).queryKey, page);
    client.setQueryData(favouritesQuery(environment).queryKey, favourites);
    client.setQueryData(savedViewsQuery(environment).queryKey, views);
  } catch (error) {
    // The list retries automatically, and shows the problem with a way to try again.
    if (!isAppError(error)) throw error;
  }
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <CatalogWithOrder />
    </PrefetchedQueries>
  );
}
