"use client";

import { Star } from "lucide-react";
import type { FavouriteChoice } from "#lib/contracts/favouriteLists.ts";
import { usePermission } from "#components/shell/ViewerProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";

const TITLES: Record<FavouriteChoice, string> = {
  mine: "You have no favourites yet",
  team: "Your team has no favourites yet",
  any: "There are no favourites yet",
};
const STAR = "Press the star at the beginning of a product's row, and it is kept here.";

/** A list that waits for its first mark says how to make it. */
export function NoFavourites({ choice, onClear }: { choice: FavouriteChoice; onClear: () => void }) {
  const mayShare = usePermission("catalog.share");
  const team = mayShare
    ? "Open a product and press “Team favourite”: the whole team finds it here."
    : "Buyers and administrators mark products for the whole team.";
  return (
    <EmptyState
      icon={Star}
      title={TITLES[choice]}
      actions={<Button onClick={onClear}>Show all products</Button>}
    >
      {choice === "team" ? team : STAR}
    </EmptyState>
  );
}
