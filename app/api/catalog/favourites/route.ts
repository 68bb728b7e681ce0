import { readFavourites } from "#server/catalog/readFavourites.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "catalog.read",
  handle: ({ request }) => readFavourites(request),
});
