"use client";

import { Star, Users, type IconNode } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { buttonClasses } from "#components/ui/actions/buttonClasses.ts";
import { cx } from "#components/ui/cx.ts";
import { useFavourites } from "./useFavourites.ts";

/** Says in the sheet of a product whether it is a favourite. */
export function ProductFavourites({ product }: { product: Product }) {
  const { isOn, set, mayShare } = useFavourites();
  const mine = isOn("mine", product.id);
  const team = isOn("team", product.id);
  return (
    <div role="group" aria-label="Favourites" className="mb-5 flex flex-wrap gap-2">
      <Toggle icon={Star} pressed={mine} label="My favourite" onPress={() => set(product, "mine", !mine)} />
      {mayShare ? (
        <Toggle
          icon={Users}
          pressed={team}
          label="Team favourite"
          onPress={() => set(product, "team", !team)}
        />
      ) : team ? (
        <p className="flex items-center gap-1.5 text-[0.8125rem] text-ink-soft">
          <Icon shape={Users} className="size-4 fill-current text-accent-text" />
          Team favourite
        </p>
      ) : null}
    </div>
  );
}

type ToggleProps = { icon: IconNode; pressed: boolean; label: string; onPress: () => void };

function Toggle({ icon, pressed, label, onPress }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={buttonClasses("secondary", "small")}
    >
      <Icon
        shape={icon}
        className={cx("size-4", pressed ? "fill-current text-accent-text" : "text-ink-faint")}
      />
      {label}
    </button>
  );
}
