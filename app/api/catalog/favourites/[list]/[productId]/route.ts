import { favouriteAddress } from "#lib/contracts/favourites.ts";
import { markFavourite } from "#server/catalog/favourites/markFavourite.ts";
import { unmarkFavourite } from "#server/catalog/favourites/unmarkFavourite.ts";
import { route } from "#server/route/route.ts";

export const PUT = route({
  permission: "catalog.read",
  params: favouriteAddress,
  handle: ({ request, params }) => markFavourite(request, params),
});

export const DELETE = route({
  permission: "catalog.read",
  params: favouriteAddress,
  handle: ({ request, params }) => unmarkFavourite(request, params),
});
