import { Star, Users } from "lucide-react";
import type { Product } from "#lib/contracts/product.ts";
import { buttonLook } from "#components/ui/actions/buttonLook.ts";
import { cx } from "#components/ui/cx.ts";
import type { SetFavourite } from "./useFavourites.ts";

export type FavouriteButtonsProps = {
  product: Product;
  mine: boolean;
  team: boolean;
  mayShare: boolean;
  /** Somebody has been at this row, with the pointer or the keyboard. */
  isPointed: boolean;
  onSet: SetFavourite;
};

// Made once: an element that stays the same is not rendered again, and a list has a hundred of them.
const STAR = {
  off: <Star aria-hidden className="size-4" />,
  on: <Star aria-hidden className="size-4 fill-current" />,
};
const TEAM = {
  off: <Users aria-hidden className="size-4" />,
  on: <Users aria-hidden className="size-4 fill-current" />,
};

/** Large enough to be pressed, on top of the row's own link. */
const ON_ROW =
  "relative z-1 inline-flex size-6 shrink-0 items-center justify-center rounded-md hover:bg-hover";

/**
 * On a row: the star is one's own mark, one press away. The team's is there where it is set and where one has pointed: in a long
 * list it would be one more button a row that nobody sees.
 */
export function FavouriteButtons({ product, mine, team, mayShare, isPointed, onSet }: FavouriteButtonsProps) {
  return (
    <span className="-ms-1 flex">
      <button
        type="button"
        aria-pressed={mine}
        aria-label={`My favourite: ${product.name}`}
        title={mine ? "Take off my favourites" : "Add to my favourites"}
        onClick={() => onSet(product, "mine", !mine)}
        className={cx(ON_ROW, mine ? "text-accent-text" : "text-ink-faint hover:text-ink")}
      >
        {mine ? STAR.on : STAR.off}
      </button>
      {mayShare && (team || isPointed) ? (
        <button
          type="button"
          aria-pressed={team}
          aria-label={`Team favourite: ${product.name}`}
          title={team ? "Take off the team's favourites" : "Add to the team's favourites"}
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
          title="A favourite of the team"
          className="inline-flex size-6 items-center justify-center text-accent-text max-sm:hidden"
        >
          {TEAM.on}
        </span>
      ) : null}
    </span>
  );
}

/** In the sheet of a product, with words. */
export function FavouriteToggles({
  product,
  mine,
  team,
  mayShare,
  onSet,
}: Omit<FavouriteButtonsProps, "isPointed">) {
  return (
    <div role="group" aria-label="Favourites" className="mb-5 flex flex-wrap gap-2">
      <Toggle icon={Star} pressed={mine} label="My favourite" onPress={() => onSet(product, "mine", !mine)} />
      {mayShare ? (
        <Toggle
          icon={Users}
          pressed={team}
          label="Team favourite"
          onPress={() => onSet(product, "team", !team)}
        />
      ) : team ? (
        <p className="flex items-center gap-1.5 text-[0.8125rem] text-ink-soft">
          <Users aria-hidden className="size-4 fill-current text-accent-text" />
          Team favourite
        </p>
      ) : null}
    </div>
  );
}

type ToggleProps = { icon: typeof Star; pressed: boolean; label: string; onPress: () => void };

function Toggle({ icon: Icon, pressed, label, onPress }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={buttonLook("secondary", "small")}
    >
      <Icon
        aria-hidden
        className={cx("size-4", pressed ? "fill-current text-accent-text" : "text-ink-faint")}
      />
      {label}
    </button>
  );
}
