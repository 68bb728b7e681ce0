import { X } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "#components/ui/display/Icon.tsx";
import { Button } from "./Button.tsx";

export type FilterChipsProps<Chip extends { key: string; text: string }> = {
  chips: readonly Chip[];
  onRemove: (chip: Chip) => void;
  onClear: () => void;
  /** Shown after the chips, such as how much was found. */
  found?: ReactNode;
};

/** The chosen filters, each with a button that removes it; nothing without any. */
export function FilterChips<Chip extends { key: string; text: string }>({
  chips,
  onRemove,
  onClear,
  found,
}: FilterChipsProps<Chip>) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Chosen filters" className="mb-3 flex flex-wrap items-center gap-1.5">
      {chips.map((chip) => (
        <li key={chip.key} className="max-w-full">
          <Button size="small" className="max-w-full" onClick={() => onRemove(chip)}>
            <span className="sr-only">Remove filter:</span>
            <bdi translate="no" className="min-w-0 truncate">
              {chip.text}
            </bdi>
            <Icon shape={X} className="size-3.5 shrink-0" />
          </Button>
        </li>
      ))}
      {found ? <li className="px-1 text-[0.8125rem] text-ink-soft tabular-nums">{found}</li> : null}
      <li>
        <Button variant="quiet" size="small" onClick={onClear}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
