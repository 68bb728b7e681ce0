"use client";

import { Boxes, ListOrdered, Search, type LucideIcon } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useDeferredValue, useId, useState, type KeyboardEvent } from "react";
import { quickSearchQuery } from "#lib/queries/quickSearch.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { cx } from "#components/ui/cx.ts";
import { useModal } from "#components/ui/overlays/useModal.ts";
import { commandsFor, type Command } from "./commands.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { NAV_ICON, type NavItem } from "#components/shell/navigation/navigation.ts";
import { usePermission } from "#components/shell/ViewerProvider.tsx";

type PaletteProps = { open: boolean; onClose: () => void; navigation: readonly NavItem[] };

/** A page, a product or an order's reference, by keyboard from everywhere. */
export default function CommandPalette({ open, onClose, navigation }: PaletteProps) {
  const modal = useModal(open, onClose, false);
  return (
    <dialog
      {...modal}
      aria-label="Go to"
      className="pop-in mx-auto mt-[12dvh] w-[calc(100vw-2rem)] max-w-xl overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-raised"
    >
      {open ? <Finder navigation={navigation} onClose={onClose} /> : null}
    </dialog>
  );
}

function Finder({ navigation, onClose }: Omit<PaletteProps, "open">) {
  const router = useRouter();
  const id = useId();
  const [text, setText] = useState("");
  const [place, setPlace] = useState(0);
  const { products, trouble, searching } = useProducts(text);
  const commands = commandsFor(text, navigation, products);
  const at = Math.min(place, commands.length - 1);

  function go(command: Command | undefined) {
    if (!command) return;
    onClose();
    router.push(command.href);
  }

  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      go(commands[at]);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setPlace((at + step + commands.length) % Math.max(1, commands.length));
    }
  }

  return (
    <>
      <div className="relative border-b border-line">
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 start-4 my-auto size-4 text-ink-faint"
        />
        {/* The dialog is opened to type: the focus belongs here. */}
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          role="combobox"
          aria-label="A page, a product or an order's reference"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={commands[at] ? `${id}-${commands[at].id}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="A page, a product or an order's reference"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPlace(0);
          }}
          onKeyDown={onKey}
          className="h-12 w-full bg-transparent ps-11 pe-4 text-base outline-none"
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Found"
        className="max-h-[50dvh] overflow-y-auto p-1.5"
      >
        {commands.map((command, index) => (
          <Option
            key={command.id}
            id={`${id}-${command.id}`}
            command={command}
            icon={iconOf(command, navigation)}
            selected={index === at}
            onPoint={() => setPlace(index)}
            onChoose={() => go(command)}
          />
        ))}
      </div>
      <p
        role="status"
        className={cx(
          "px-4 text-[0.8125rem] text-ink-faint",
          (trouble || searching || commands.length === 0) && "pb-3",
        )}
      >
        {trouble ?? (searching ? "Searching the catalog…" : commands.length === 0 ? "Nothing fits." : "")}
      </p>
    </>
  );
}

function useProducts(text: string) {
  const environment = useEnvironment();
  const mayRead = usePermission("catalog.read");
  const q = useDeferredValue(text.trim().slice(0, 200));
  const query = quickSearchQuery(environment, q);
  const { data, error, isFetching } = useQuery({ ...query, enabled: mayRead && q.length > 1 });
  return {
    products: q.length > 1 ? (data?.items ?? []) : [],
    trouble: error ? `The catalog could not be searched. ${asProblem(error).detail}` : null,
    searching: isFetching && !data,
  };
}

type OptionProps = {
  id: string;
  command: Command;
  icon: LucideIcon;
  selected: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

function Option({ id, command, icon: Icon, selected, onPoint, onChoose }: OptionProps) {
  return (
    // The combobox has the focus and its keys; the options are pointed at.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={selected}
      ref={selected ? intoView : undefined}
      onMouseMove={onPoint}
      onClick={onChoose}
      className={cx(
        "flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5",
        selected && "bg-hover",
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" strokeWidth={1.75} />
      <span className={cx("min-w-0 grow truncate", command.kind === "order" && "font-mono text-[0.8125rem]")}>
        {command.label}
      </span>
      <span className="shrink-0 text-[0.8125rem] text-ink-faint">{command.detail}</span>
    </div>
  );
}

function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

function iconOf(command: Command, navigation: readonly NavItem[]): LucideIcon {
  if (command.kind === "order") return ListOrdered;
  const page = navigation.find((item) => `page-${item.id}` === command.id);
  return page ? NAV_ICON[page.id] : Boxes;
}
