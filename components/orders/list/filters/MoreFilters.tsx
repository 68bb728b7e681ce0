"use client";

import { SlidersHorizontal } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { formatCount } from "#lib/text/counts.ts";
import { loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { Popover } from "#components/ui/overlays/Popover.tsx";
import type { FilterFieldsProps } from "./FilterFields.tsx";

// Loaded when the pointer or the focus is on the button.
const FilterFields = loadedOnUse<FilterFieldsProps>(
  async () => (await import("./FilterFields.tsx")).FilterFields,
  () => undefined,
);

/** The filters that are needed less often, behind one button. */
export function MoreFilters(props: FilterFieldsProps) {
  const { state, member, placer, product, currency, po, tag } = props.address;
  const count = [
    state.length === 0 ? null : state,
    member,
    placer,
    product,
    currency,
    po || null,
    tag || null,
  ].filter((each) => each !== null).length;
  return (
    <Popover
      onDemand
      align="end"
      trigger={
        <>
          <Icon shape={SlidersHorizontal} className="size-4" />
          Filters
          {count === 0 ? null : <span className="text-ink-faint tabular-nums">{formatCount(count)}</span>}
        </>
      }
      className="w-80 p-3"
    >
      <FilterFields {...props} />
    </Popover>
  );
}
