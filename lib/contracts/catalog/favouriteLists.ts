/** The member's own favourites, and those shared with the team. Without schemas, so that a page need not load them. */
export const FAVOURITE_LISTS = ["mine", "team"] as const;
export type FavouriteList = (typeof FAVOURITE_LISTS)[number];

/** What the catalog can be filtered by: one of the lists, or both. */
export const FAVOURITE_CHOICES = [...FAVOURITE_LISTS, "any"] as const;
export type FavouriteChoice = (typeof FAVOURITE_CHOICES)[number];
