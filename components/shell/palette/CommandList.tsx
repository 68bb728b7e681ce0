import {
  Boxes,
  Download,
  FilePenLine,
  Keyboard,
  ListOrdered,
  LogOut,
  Moon,
  ScanSearch,
  Shuffle,
  User,
  UserPlus,
  UserRound,
  type IconNode,
} from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useId } from "react";
import { cx } from "#components/ui/cx.ts";
import type { Combobox } from "#components/ui/inputs/useCombobox.ts";
import { NAV_ICON } from "#components/shell/navigation/navigation.ts";
import type { PaletteAction } from "./actions.ts";
import type { Command, CommandGroup } from "./commands.ts";

export type CommandListProps = {
  groups: readonly CommandGroup[];
  combobox: Pick<Combobox<Command>, "listProps" | "optionProps">;
};

/** The commands under the headings of their groups; the arrow keys move through all of them as one list. */
export function CommandList({ groups, combobox }: CommandListProps) {
  const id = useId();
  const before = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { commands }) => sum + commands.length, 0),
  );
  return (
    <div {...combobox.listProps} className="max-h-[50dvh] overflow-y-auto p-1.5">
      {groups.map(({ label, commands }, index) => (
        <div key={`${label} ${commands[0]?.id ?? ""}`} role="group" aria-labelledby={`${id}-${index}`}>
          <div id={`${id}-${index}`} className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-faint">
            {label}
          </div>
          {commands.map((command, nth) => (
            <CommandOption
              key={command.id}
              command={command}
              icon={iconOf(command)}
              option={combobox.optionProps(command, (before[index] ?? 0) + nth)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type CommandOptionProps = {
  command: Command;
  icon: IconNode;
  option: ReturnType<Combobox<Command>["optionProps"]>;
};

function CommandOption({ command, icon, option }: CommandOptionProps) {
  return (
    <div
      {...option}
      className={cx(
        "flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1",
        option["aria-selected"] && "bg-hover",
      )}
    >
      <Icon shape={icon} className="size-4 shrink-0 text-ink-faint" strokeWidth={1.75} />
      {/* Where there is too little space beside the name, the details come below it. */}
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3">
        <span
          translate="no"
          className={cx(
            "line-clamp-2 min-w-0 grow wrap-anywhere",
            command.isReference === true && "font-mono text-[0.8125rem]",
          )}
        >
          <bdi translate="no">{command.label}</bdi>
        </span>
        <bdi translate="no" className="max-w-full truncate text-[0.8125rem] text-ink-faint">
          {command.detail}
        </bdi>
      </span>
    </div>
  );
}

const ICON: Record<Exclude<Command["kind"], "page" | "action">, IconNode> = {
  reference: ScanSearch,
  draft: FilePenLine,
  order: ListOrdered,
  product: Boxes,
  member: User,
  customer: UserRound,
};
const ACTION_ICON: Record<PaletteAction["does"], IconNode> = {
  theme: Moon,
  invite: UserPlus,
  "export-orders": Download,
  switch: Shuffle,
  shortcuts: Keyboard,
  "sign-out": LogOut,
};

function iconOf(command: Command): IconNode {
  if (command.kind === "action") return ACTION_ICON[command.action.does];
  return command.kind === "page" ? NAV_ICON[command.within] : ICON[command.kind];
}
