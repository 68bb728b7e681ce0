import { favouriteAddressSchema } from "#lib/contracts/catalog/favourites.ts";
import { addFavourite } from "#server/catalog/favourites/addFavourite.ts";
import { removeFavourite } from "#server/catalog/favourites/removeFavourite.ts";
import { route } from "#server/route/route.ts";

export const PUT = route({
  permission: "catalog.read",
  params: favouriteAddressSchema,
  handle: ({ request, params }) => addFavourite(request, params),
});

export const DELETE = route({
  permission: "catalog.read",
  params: favouriteAddressSchema,
  handle: ({ request, params }) => removeFavourite(request, params),
});
