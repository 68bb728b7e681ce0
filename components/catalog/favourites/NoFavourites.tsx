"use client";

import { Star } from "lucide";
import type { FavouriteChoice } from "#lib/contracts/catalog/favouriteLists.ts";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";

const TITLES: Record<FavouriteChoice, string> = {
  mine: "You have no favourites yet",
  team: "Your team has no favourites yet",
  any: "There are no favourites yet",
};
const STAR = "Select the star at the start of a product's row to add it here.";

/** An empty list of favourites, which says how to add the first one. */
export function NoFavourites({ choice, onClear }: { choice: FavouriteChoice; onClear: () => void }) {
  const mayShare = usePermission("catalog.share");
  const team = mayShare
    ? "Open a product and select “Team favourite” to add it here for the whole team."
    : "Members who can share with the team, such as buyers, add team favourites.";
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
