"use client";

import { changeSentences } from "#lib/catalog/changes/changeSentences.ts";
import { changesAddress, NO_CHANGES_CHOICE } from "#lib/catalog/changes/changesAddress.ts";
import type { ChangedSince } from "#lib/contracts/catalog/changedSince.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import { paths } from "#lib/paths.ts";
import { counted } from "#lib/text/counts.ts";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

/** What has changed, a line for each value, and a link to the changes of these products. */
export function ChangedSinceList({
  changed: { since, total, items, productIds },
}: {
  changed: ChangedSince;
}) {
  const { zone } = useTimes();
  const more = total - items.length;
  const from = dayOf(Date.parse(since), zone);
  return (
    <>
      <ul>
        {items.flatMap(({ productId, ...change }) =>
          changeSentences(change).map((parts, place) => (
            <li key={`${productId} ${place}`} className="wrap-anywhere">
              {parts.map(({ text, isValue }, at) =>
                isValue ? (
                  <bdi key={at} translate="no">
                    {text}
                  </bdi>
                ) : (
                  <span key={at}>{text}</span>
                ),
              )}
            </li>
          )),
        )}
        {more > 0 ? <li>{counted(more, "more product", "more products")}</li> : null}
      </ul>
      <TextLink
        href={paths.catalogChanges(changesAddress({ ...NO_CHANGES_CHOICE, product: productIds, from }))}
      >
        See the changes
      </TextLink>
    </>
  );
}
