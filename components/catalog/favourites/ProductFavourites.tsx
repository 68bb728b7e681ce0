"use client";

import type { Product } from "#lib/contracts/product.ts";
import { FavouriteToggles } from "./FavouriteButtons.tsx";
import { useFavourites } from "./useFavourites.ts";

/** The marks of one product. */
export function ProductFavourites({ product }: { product: Product }) {
  const { isOn, set, mayShare } = useFavourites();
  return (
    <FavouriteToggles
      {...{ product, mayShare }}
      mine={isOn("mine", product.id)}
      team={isOn("team", product.id)}
      onSet={set}
    />
  );
}
