import { AFFECTED_WORDS } from "#lib/catalog/changes/changeWords.ts";
import { describeChange, type DescribedChange } from "#lib/catalog/changes/describeChange.ts";
import { describeAmounts } from "#lib/catalog/denominations/denomination.ts";
import { countryLabel } from "#lib/catalog/filters/labels.ts";
import type { CatalogChange } from "#lib/contracts/catalog/catalogChanges.ts";
import { paths } from "#lib/paths.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

/** What changed about one product: its name, the earlier and new values, and what of the member's it affects. */
export function ChangeRow({ change }: { change: CatalogChange }) {
  const { after, foundAt, affects, productId } = change;
  const { offer, fields } = describeChange(change);
  return (
    <li className="relative grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-b border-line py-2.5 focus-within:bg-surface hover:bg-surface sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_3.5rem]">
      <span className="min-w-0">
        <TextLink stretched href={paths.catalogProduct(productId)} className="line-clamp-2 wrap-anywhere">
          <bdi translate="no">{after.name}</bdi>
        </TextLink>
        <span className="text-[0.8125rem] text-ink-faint">
          {after.countryCode === null ? null : <bdi translate="no">{countryLabel(after.countryCode)} · </bdi>}
          <span translate="no">{productId}</span>
        </span>
      </span>
      <span className="flex min-w-0 flex-col gap-1 max-sm:col-span-2 max-sm:row-start-2">
        {offer === null ? null : (
          <span className="flex flex-wrap items-center gap-x-2">
            <Badge tone={OFFER_TONES[offer.kind]}>{offer.word}</Badge>
            <span translate="no" className="tabular-nums text-ink-soft">
              {describeAmounts(after)}
            </span>
          </span>
        )}
        {fields.map((field) => (
          <Field key={field.name} {...field} />
        ))}
        {affects.length === 0 ? null : (
          <span className="text-[0.8125rem] text-ink-soft">
            {`Affects: ${affects.map((thing) => AFFECTED_WORDS[thing].toLowerCase()).join(", ")}`}
          </span>
        )}
      </span>
      <DateTime at={foundAt} show="time" className="text-end text-[0.8125rem] text-ink-faint" />
    </li>
  );
}

const OFFER_TONES = { new: "done", gone: "refused", back: "accent" } as const;

function Field({ name, before, after, trend }: DescribedChange["fields"][number]) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className="text-ink-soft">{name}</span>{" "}
      <del className="text-ink-faint tabular-nums">
        <bdi translate="no">{before}</bdi>
      </del>{" "}
      <span aria-hidden>→</span>{" "}
      <ins className="font-medium no-underline tabular-nums">
        <bdi translate="no">{after}</bdi>
      </ins>
      {trend === null ? null : (
        <span className="text-[0.8125rem] text-ink-soft tabular-nums">{` ${trend}`}</span>
      )}
    </span>
  );
}
