"use client";

import { memo, useId, useState, type FormEvent } from "react";
import { FACET_TITLES, type Facet } from "#lib/catalog/filters/facets.ts";
import { fold } from "#lib/catalog/filters/fold.ts";
import type { FacetCount } from "#lib/contracts/catalog/catalog.ts";
import { formatCount } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { cx } from "#components/ui/cx.ts";

const SHOWN = 7;
/** Longer lists have a search field. */
const SEARCHED = 14;
/**
 * Long groups below the window are not laid out and painted until they are scrolled into view, so that the page opens faster.
 * Until then they have the height of their title, `SHOWN` values and a button.
 */
const UNTIL_SEEN = "[contain-intrinsic-size:auto_15.5rem] [content-visibility:auto]";

export type FacetGroupProps = {
  facet: Facet;
  counts: readonly FacetCount[];
  chosen: readonly string[];
  onToggle: (facet: Facet, value: string) => void;
};

/** One facet: its values, each with the number of products that choosing it would show. */
export const FacetGroup = memo(function FacetGroup({ facet, counts, chosen, onToggle }: FacetGroupProps) {
  const [all, setAll] = useState(false);
  const [text, setText] = useState("");
  const isSearched = all && counts.length > SEARCHED;
  // The typed text only counts while its field is shown.
  const wanted = isSearched ? fold(text) : "";
  const matching = wanted === "" ? counts : counts.filter(({ label }) => fold(label).includes(wanted));
  // Chosen values stay visible, however rare they are.
  const shown = matching.filter(({ value }, place) => all || place < SHOWN || chosen.includes(value));
  const title = FACET_TITLES[facet];
  return (
    <fieldset className={cx("border-b border-line py-3 first:pt-0", counts.length > SHOWN && UNTIL_SEEN)}>
      <legend className="float-start mb-1 w-full text-[0.8125rem] font-semibold">{title}</legend>
      <div className="clear-both">
        {isSearched ? (
          <TextInput
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            aria-label={`Search ${title.toLowerCase()}`}
            placeholder="Search"
            className="mb-1 min-h-8"
          />
        ) : null}
        {shown.map(({ value, label, count }) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            onChange={() => onToggle(facet, value)}
            label={label}
            isForeign
            trailing={formatCount(count)}
          />
        ))}
        {matching.length > SHOWN && wanted === "" ? (
          <Button
            variant="quiet"
            size="small"
            className="-ms-2"
            onClick={() => setAll(!all)}
            aria-expanded={all}
          >
            {all ? "Show less" : `Show all ${formatCount(counts.length)}`}
          </Button>
        ) : null}
        {wanted !== "" && shown.length === 0 ? <p className="text-ink-faint">No matches</p> : null}
      </div>
    </fieldset>
  );
}, isSame);

/** Compares lists of choices by value, because each address creates a new one. */
function isSame(now: FacetGroupProps, next: FacetGroupProps): boolean {
  return (
    now.facet === next.facet &&
    now.counts === next.counts &&
    now.onToggle === next.onToggle &&
    now.chosen.length === next.chosen.length &&
    now.chosen.every((value, at) => value === next.chosen[at])
  );
}

/** A facet for which products have no values: the value is typed, and the service filters by it (docs/service-interface.md §11). */
export function AskedFacet({ facet, chosen, onToggle }: Omit<FacetGroupProps, "counts">) {
  const id = useId();
  const [text, setText] = useState("");
  const title = FACET_TITLES[facet];
  function ask(event: FormEvent) {
    event.preventDefault();
    const value = text.trim();
    if (value === "" || chosen.includes(value)) return;
    setText("");
    onToggle(facet, value);
  }
  return (
    <form onSubmit={ask} className="border-b border-line py-3">
      <label htmlFor={id} className="text-[0.8125rem] font-semibold">
        {title}
      </label>
      <p id={`${id}-hint`} className="mb-1 text-[0.8125rem] text-ink-faint">
        Type a value; the service filters by it.
      </p>
      {chosen.map((value) => (
        <Checkbox key={value} checked onChange={() => onToggle(facet, value)} label={value} isForeign />
      ))}
      <TextInput
        id={id}
        value={text}
        maxLength={200}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
        className="min-h-8"
      />
    </form>
  );
}
