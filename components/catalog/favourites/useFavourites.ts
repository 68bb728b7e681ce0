import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { FavouriteList } from "#lib/contracts/catalog/favouriteLists.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { changeFavourite, favouritesQuery, type FavouriteChange } from "#lib/queries/catalog/favourites.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { toast } from "#components/ui/feedback/toast.ts";

export type SetFavourite = (product: Product, list: FavouriteList, isFavourite: boolean) => void;

export type Favourites = {
  isOn: (list: FavouriteList, productId: number) => boolean;
  /** Takes effect on screen at once; a refused change is undone and reported. The function's identity is stable. */
  set: SetFavourite;
  /** Whether this member may change the team's list. */
  mayShare: boolean;
};

/** This member's and the team's favourites, and how to change them. */
export function useFavourites(): Favourites {
  const environment = useEnvironment();
  const client = useQueryClient();
  const mayShare = usePermission("catalog.share");
  const { data } = useQuery(favouritesQuery(environment));
  const options = useMemo(() => changeFavourite(client, environment, reportRefusal), [client, environment]);
  const { mutate } = useMutation(options);
  const lists = useMemo(() => ({ mine: new Set(data?.mine), team: new Set(data?.team) }), [data]);
  const set = useCallback<SetFavourite>(
    (product, list, isFavourite) => mutate({ list, productId: product.id, isFavourite }),
    [mutate],
  );
  return { isOn: (list, productId) => lists[list].has(productId), set, mayShare };
}

function reportRefusal(error: unknown, { isFavourite }: FavouriteChange): void {
  toast(isFavourite ? "Couldn't add favourite" : "Couldn't remove favourite", {
    tone: "refused",
    detail: asProblem(error).detail,
  });
}
