import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { parseAddress, toSearchParams, WINDOW } from "#lib/catalog/viewParams.ts";
import { catalogWindowQuery } from "#lib/queries/catalog.ts";
import { makeQueryClient } from "#lib/queries/queryClient.ts";
import { requireViewer } from "#server/auth/session.ts";
import { searchProducts } from "#server/catalog/searchProducts.ts";
import { isDeskError } from "#server/errors.ts";
import { CatalogWithOrder } from "./CatalogWithOrder.tsx";

export const metadata: Metadata = { title: "Catalog" };

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function CatalogPage({ searchParams }: { searchParams: Search }) {
  const { request, environment } = await requireViewer("catalog.read");
  const { view } = parseAddress(toSearchParams(await searchParams));
  const client = makeQueryClient();
  try {
    const page = await searchProducts(request, { ...view, skip: 0, take: WINDOW });
    client.setQueryData(catalogWindowQuery(environment, view, 0).queryKey, page);
  } catch (error) {
    // The list asks again by itself, and shows what is wrong with a way to try again.
    if (!isDeskError(error)) throw error;
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <CatalogWithOrder />
    </HydrationBoundary>
  );
}
