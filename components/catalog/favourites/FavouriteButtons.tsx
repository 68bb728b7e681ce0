import { Star, Users } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { cx } from "#components/ui/cx.ts";
import type { SetFavourite } from "./useFavourites.ts";

type FavouriteButtonsProps = {
  product: Product;
  mine: boolean;
  team: boolean;
  mayShare: boolean;
  /** The pointer or the focus has been on this row. */
  isPointed: boolean;
  onSet: SetFavourite;
};

// Created once: an element that stays the same is not rendered again, and a list has a hundred of them.
const STAR = {
  off: <Icon shape={Star} className="size-4" />,
  on: <Icon shape={Star} className="size-4 fill-current" />,
};
const TEAM = {
  off: <Icon shape={Users} className="size-4" />,
  on: <Icon shape={Users} className="size-4 fill-current" />,
};

/** Large enough to be pressed, on top of the row's own link. */
const ON_ROW =
  "relative z-1 inline-flex size-6 items-center justify-center rounded-md align-middle hover:bg-hover";

/**
 * The buttons on a row. The star sets the member's own favourite. The team's button is shown only where it is set and on rows
 * that were pointed at, to avoid another button on every row of a long list.
 */
export function FavouriteButtons({ product, mine, team, mayShare, isPointed, onSet }: FavouriteButtonsProps) {
  return (
    <>
      <button
        type="button"
        aria-pressed={mine}
        aria-label={`My favourite: ${product.name}`}
        title={mine ? "Remove from my favourites" : "Add to my favourites"}
        onClick={() => onSet(product, "mine", !mine)}
        className={cx(ON_ROW, "-ms-1", mine ? "text-accent-text" : "text-ink-faint hover:text-ink")}
      >
        {mine ? STAR.on : STAR.off}
      </button>
      {mayShare && (team || isPointed) ? (
        <button
          type="button"
          aria-pressed={team}
          aria-label={`Team favourite: ${product.name}`}
          title={team ? "Remove from team favourites" : "Add to team favourites"}
          onClick={() => onSet(product, "team", !team)}
          className={cx(
            ON_ROW,
            "max-sm:hidden",
            team
              ? "text-accent-text"
              : "text-ink-faint opacity-0 group-hover/row:opacity-100 hover:text-ink focus-visible:opacity-100 pointer-coarse:hidden",
          )}
        >
          {team ? TEAM.on : TEAM.off}
        </button>
      ) : team ? (
        <span
          role="img"
          aria-label="Team favourite"
          title="Team favourite"
          className="inline-flex size-6 items-center justify-center align-middle text-accent-text max-sm:hidden"
        >
          {TEAM.on}
        </span>
      ) : null}
    </>
  );
}
