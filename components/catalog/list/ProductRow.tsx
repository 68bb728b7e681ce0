import { memo, useState, type MouseEvent } from "react";
import { describeRangeBriefly } from "#lib/catalog/denominations/denomination.ts";
import { faceValueOf } from "#lib/catalog/denominations/faceValue.ts";
import { describeDiscount } from "#lib/catalog/denominations/describeDiscount.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { countryLabel } from "#lib/catalog/filters/labels.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { Skeleton } from "#components/ui/feedback/Skeleton.tsx";
import { NameWithEnd } from "#components/orderSummary/NameWithEnd.tsx";
import { cx } from "#components/ui/cx.ts";
import { Cell, Row } from "#components/ui/display/Table.tsx";
import { ROW_LINK } from "#components/ui/actions/rowLink.ts";
import { FavouriteButtons } from "#components/catalog/favourites/FavouriteButtons.tsx";
import type { SetFavourite } from "#components/catalog/favourites/useFavourites.ts";
import { RowOrder, type AddFromRow } from "./RowOrder.tsx";

export type ProductRowProps = {
  product: Product;
  /** Position in the whole list, from 0. */
  position: number;
  /** Set if the first paint of the page waits for it. */
  id: string | undefined;
  /** Whether the products from here on are no longer those ordered recently. */
  isAfterRecent: boolean;
  href: string;
  /** When the team last ordered it; undefined if that was long ago. */
  orderedAt: string | undefined;
  mine: boolean;
  team: boolean;
  mayShare: boolean;
  onSet: SetFavourite;
  onOpen: (product: Product) => void;
  onPoint: () => void;
  isSelected: boolean;
  /** Absent for members who do not place orders. */
  onSelect: ((product: Product) => void) | undefined;
  onAdd: AddFromRow | undefined;
  /** How many were added here. */
  added: number;
};

/** One product in a row of fixed height: texts of any length and direction stay in their cell. */
export const ProductRow = memo(function ProductRow({
  product,
  position,
  id,
  isAfterRecent,
  href,
  orderedAt,
  onOpen,
  onPoint,
  isSelected,
  onSelect,
  onAdd,
  added,
  ...favourite
}: ProductRowProps) {
  // By product: a row is a place in the list, and the next product in it was not pointed at.
  const [pointed, setPointed] = useState<number | null>(null);
  const isPointed = pointed === product.id;
  function point() {
    setPointed(product.id);
    onPoint();
  }
  function open(event: MouseEvent) {
    // Opens in a new tab as links usually do.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(product);
  }
  return (
    <Row
      interactive
      id={id}
      aria-rowindex={position + 2}
      onMouseEnter={point}
      // Another product has come under the pointer.
      onMouseMove={isPointed ? undefined : point}
      onFocus={point}
      className="group/row max-sm:h-16"
    >
      {onSelect ? (
        <Cell className="pe-0 max-sm:hidden">
          {/* Larger than it looks, on top of the row's own link. */}
          <label className="relative z-1 -m-1 flex size-6 cursor-pointer items-center justify-center">
            <input
              type="checkbox"
              aria-label={`Select ${product.name}`}
              checked={isSelected}
              onChange={() => onSelect(product)}
              className="size-4 accent-accent"
            />
          </label>
        </Cell>
      ) : null}
      <Cell className="pe-0 whitespace-nowrap max-sm:ps-0">
        <FavouriteButtons product={product} isPointed={isPointed} {...favourite} />
      </Cell>
      {/* Not py-0.5, which the cell's own py would override. */}
      <Cell className="pt-0.5 pb-0.5 ps-2">
        <a
          {...ROW_LINK}
          href={href}
          onClick={open}
          translate="no"
          dir="auto"
          className="line-clamp-2 w-fit max-w-full font-medium leading-4.25 text-ink wrap-anywhere underline-offset-2 after:absolute after:inset-0 hover:underline max-sm:line-clamp-3 max-sm:text-[0.8125rem] max-sm:leading-4"
        >
          <NameWithEnd name={product.name} />
        </a>
        {isAfterRecent ? <GroupLabel>By name</GroupLabel> : null}
      </Cell>
      <Cell className="truncate text-ink-soft max-2xl:hidden">
        <bdi translate="no">{product.brands.join(", ")}</bdi>
      </Cell>
      <Cell className="pt-0.5 pb-0.5 text-ink-soft max-[48rem]:hidden">
        {product.countryCode === null ? null : (
          <bdi translate="no" className="line-clamp-2 leading-4.25 wrap-anywhere">
            {countryLabel(product.countryCode)}
          </bdi>
        )}
      </Cell>
      <Cell numeric className={cx("pt-0.5 pb-0.5 max-sm:text-[0.8125rem]", onAdd === undefined && "pe-0")}>
        <span
          translate="no"
          className="line-clamp-2 leading-4.25 text-balance whitespace-normal wrap-anywhere max-sm:leading-4"
        >
          {describeRangeBriefly(product)}
        </span>
        {orderedAt === undefined ? (
          <Discount product={product} />
        ) : (
          <span className={BELOW_PRICE}>
            {/* Not how long ago: beside the right edge, a text that counts moves whenever it gets another digit. */}
            Ordered <DateTime at={orderedAt} show="nearby" className="tabular-nums" />
          </span>
        )}
      </Cell>
      {onAdd ? (
        // Does not use :last-child, which a browser only applies once it has read the whole row.
        <Cell className="pt-0.5 pb-0.5 ps-0 pe-0 text-end whitespace-nowrap">
          {/* Keyed by product: a row is a place in the list, and a typed quantity must not pass to the next product in it. */}
          <RowOrder key={product.id} product={product} isPointed={isPointed} onAdd={onAdd} added={added} />
        </Cell>
      ) : null}
    </Row>
  );
});

const BELOW_PRICE = "block text-xs leading-3.5 text-balance whitespace-normal text-ink-faint";

function Discount({ product }: { product: Product }) {
  const face = faceValueOf(product);
  if (face === null || face.tenths === 0) return null;
  return (
    <span translate="no" className={BELOW_PRICE}>
      {describeDiscount(face)} {/* A phone has one line for it. */}
      <span className="max-sm:hidden">{formatAmount(face.minor, product.currencyCode)}</span>
    </span>
  );
}

/** On the line above the row, so that rows stay of one height, and short, so that it ends before the name. */
function GroupLabel({ children }: { children: string }) {
  return (
    <span className="absolute start-0 top-0 -translate-y-1/2 bg-canvas pe-2 text-xs leading-4 text-ink-faint">
      {children}
    </span>
  );
}

/** Keeps the place of a row that is still loading. */
export function EmptyRow({ position, isOrdering }: { position: number; isOrdering: boolean }) {
  return (
    <Row aria-rowindex={position + 2} className="max-sm:h-16">
      {isOrdering ? <Cell className="max-sm:hidden" /> : null}
      <Cell />
      <Cell className="ps-2">
        <Skeleton className="h-3.5 w-3/5" />
      </Cell>
      <Cell className="max-2xl:hidden">
        <Skeleton className="h-3.5 w-2/3" />
      </Cell>
      <Cell className="max-[48rem]:hidden">
        <Skeleton className="h-3.5 w-1/2" />
      </Cell>
      <Cell>
        <Skeleton className="ms-auto h-3.5 w-16" />
      </Cell>
      {isOrdering ? <Cell /> : null}
    </Row>
  );
}
