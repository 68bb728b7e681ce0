import { z } from "zod";
import { FAVOURITE_LISTS } from "./favouriteLists.ts";
import { productIdText } from "./product.ts";

/** PUT and DELETE /api/catalog/favourites/{list}/{productId}. */
export const favouriteAddress = z.object({ list: z.enum(FAVOURITE_LISTS), productId: productIdText });
export type FavouriteAddress = z.infer<typeof favouriteAddress>;

/** GET /api/catalog/favourites, and the answer to every change. Product ids, newest first. */
export const favouritesView = z.object({ mine: z.array(z.int()), team: z.array(z.int()) });
export type FavouritesView = z.infer<typeof favouritesView>;
