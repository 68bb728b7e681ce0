import { z } from "zod";
import { FAVOURITE_LISTS } from "./favouriteLists.ts";
import { productIdTextSchema } from "./product.ts";

/** PUT and DELETE /api/catalog/favourites/{list}/{productId}. */
export const favouriteAddressSchema = z.object({
  list: z.enum(FAVOURITE_LISTS),
  productId: productIdTextSchema,
});
export type FavouriteAddress = z.infer<typeof favouriteAddressSchema>;

/** GET /api/catalog/favourites, and the answer to every change. Product ids, newest first. */
export const favouritesViewSchema = z.object({ mine: z.array(z.int()), team: z.array(z.int()) });
export type FavouritesView = z.infer<typeof favouritesViewSchema>;
