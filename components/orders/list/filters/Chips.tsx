import { X } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import type { BoundedCount } from "#lib/orders/list/counts.ts";
import type { Choice } from "#lib/orders/list/describeAddress.ts";
import { UNFILTERED, type ListAddress } from "#lib/orders/list/listAddress.ts";
import { Button } from "#components/ui/actions/Button.tsx";

export type ChipsProps = {
  choices: readonly Choice[];
  /** How many orders match; null if that is shown elsewhere, or not known. */
  found: BoundedCount | null;
  onChange: (change: Partial<ListAddress>) => void;
};

/** The chosen filters, each with a button that removes it. The tab and the sort stay. */
export function Chips({ choices, found, onChange }: ChipsProps) {
  if (choices.length === 0) return null;
  return (
    <ul aria-label="Chosen filters" className="mb-3 flex flex-wrap items-center gap-1.5">
      {choices.map(({ key, text, without }) => (
        <li key={key} className="max-w-full">
          <Button size="small" className="max-w-full" onClick={() => onChange(without)}>
            <span className="sr-only">Remove filter:</span>
            <bdi translate="no" className="min-w-0 truncate">
              {text}
            </bdi>
            <Icon shape={X} className="size-3.5 shrink-0" />
          </Button>
        </li>
      ))}
      {found === null ? null : (
        <li className="px-1 text-[0.8125rem] text-ink-soft tabular-nums">
          {found.text === "1" ? "1 order" : `${found.text} orders`}
        </li>
      )}
      <li>
        <Button variant="quiet" size="small" onClick={() => onChange(cleared(choices))}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}

function cleared(choices: readonly Choice[]): Partial<ListAddress> {
  const changes: Partial<ListAddress> = {};
  for (const { without } of choices) Object.assign(changes, without);
  return { ...changes, state: UNFILTERED.state };
}
