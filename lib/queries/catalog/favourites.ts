import { mutationOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import { withFavourite } from "#lib/catalog/favourites/favourites.ts";
import type { FavouriteList } from "#lib/contracts/catalog/favouriteLists.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { FavouritesView } from "#lib/contracts/catalog/favourites.ts";
import { apiPaths } from "#lib/paths.ts";
import { SECOND } from "#lib/time/instant.ts";
import { catalogListKey } from "./catalog.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

export type FavouriteChange = { list: FavouriteList; productId: number; isFavourite: boolean };

/** This member's favourites and the team's. */
export function favouritesQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "catalog", "favourites"],
    queryFn: ({ signal }) => fetchJson(apiPaths.favourites(), { environment, signal }),
    staleTime: 30 * SECOND,
  });
}

/**
 * Adds a product to a list or removes it: shown at once, sent one after the other, and replaced by the server's list when the
 * last one is answered. Refused changes are undone and reported to `onRefused`, each of them, even if the component that made it
 * is no longer on the screen.
 */
export function changeFavourite(
  client: QueryClient,
  environment: Environment,
  onRefused: (error: unknown, change: FavouriteChange) => void,
) {
  const { queryKey } = favouritesQuery(environment);
  const mutationKey = [environment, "catalog", "favourites", "change"];
  const show = ({ list, productId, isFavourite }: FavouriteChange) =>
    client.setQueryData(
      queryKey,
      (shown) => shown && toView(withFavourite(shown, list, productId, isFavourite)),
    );
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join(" ") },
    mutationFn: ({ list, productId, isFavourite }: FavouriteChange) =>
      fetchJson(apiPaths.favourite(list, productId), {
        method: isFavourite ? "PUT" : "DELETE",
        environment,
      }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      show(change);
    },
    onError: (error, change) => {
      show({ ...change, isFavourite: !change.isFavourite });
      onRefused(error, change);
    },
    onSettled: async (answer) => {
      // The answers of later changes are more recent than this one.
      if (client.isMutating({ mutationKey }) > 1) return;
      if (answer) client.setQueryData(queryKey, answer);
      else await client.invalidateQueries({ queryKey });
      // The counts change, and so does a list that shows only favourites.
      await client.invalidateQueries({ queryKey: catalogListKey(environment) });
    },
  });
}

function toView({ mine, team }: { mine: readonly number[]; team: readonly number[] }): FavouritesView {
  return { mine: [...mine], team: [...team] };
}
