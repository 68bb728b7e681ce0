import { Fragment } from "react";
import type { ShortcutGroup } from "#lib/help/shortcuts.ts";

export type ShortcutListProps = { groups: readonly ShortcutGroup[]; level: "h2" | "h3" };

/** Shortcuts in groups, each with its keys. */
export function ShortcutList({ groups, level: Heading }: ShortcutListProps) {
  return groups.map(({ id, title, shortcuts }) => (
    <div key={id} className="mt-4">
      <Heading className="text-[0.8125rem] font-medium text-ink-faint">{title}</Heading>
      <dl className="mt-1 grid grid-cols-[minmax(8rem,max-content)_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {shortcuts.map(({ keys, does }) => (
          <Fragment key={`${keys.join()} ${does}`}>
            <dt className="flex flex-wrap items-start gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-sm border border-line bg-surface px-1.5 font-sans text-xs leading-5 whitespace-nowrap"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  ));
}
