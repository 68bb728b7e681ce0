"use client";

import { Boxes, ListOrdered, Search, type LucideIcon } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useDeferredValue, useState } from "react";
import { productSuggestionsQuery } from "#lib/queries/catalog.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { cx } from "#components/ui/cx.ts";
import { useCombobox } from "#components/ui/inputs/useCombobox.ts";
import { ModalFrame } from "#components/ui/overlays/Modal.tsx";
import { commandsFor, type Command } from "./commands.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { NAV_ICON, type NavItem } from "#components/shell/navigation/navigation.ts";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";

type PaletteProps = { open: boolean; onClose: () => void; navigation: readonly NavItem[] };

const SHOWN = 6;
const FIELD = "Search or jump to a page, a product or an order";

/** Jumps to a page, a product or an order, by keyboard from everywhere. */
export default function CommandPalette({ open, onClose, navigation }: PaletteProps) {
  return (
    <ModalFrame
      open={open}
      onClose={onClose}
      aria-label="Search or jump to"
      className="mx-auto mt-[12dvh] w-[calc(100vw-2rem)] max-w-xl rounded-lg border"
    >
      <Finder navigation={navigation} onClose={onClose} />
    </ModalFrame>
  );
}

function Finder({ navigation, onClose }: Omit<PaletteProps, "open">) {
  const router = useRouter();
  const [text, setText] = useState("");
  const { products, trouble, searching } = useProducts(text);
  const commands = commandsFor(text, navigation, products);
  const { inputProps, listProps, optionProps } = useCombobox<Command>({
    text,
    onText: setText,
    options: commands,
    keyOf: ({ id }) => id,
    listLabel: "Results",
    onChoose: (command) => {
      onClose();
      router.push(command.href);
    },
  });
  const status =
    trouble ??
    (searching ? "Searching the catalog…" : commands.length === 0 ? `No results for “${text}”` : "");

  return (
    <>
      <div className="relative border-b border-line">
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 start-4 my-auto size-4 text-ink-faint"
        />
        {/* The dialog is opened to type: the focus belongs here. */}
        <input
          {...inputProps}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          aria-label={FIELD}
          placeholder={FIELD}
          className="h-12 w-full bg-transparent ps-11 pe-4 text-base text-ellipsis outline-none"
        />
      </div>
      <div {...listProps} className="max-h-[50dvh] overflow-y-auto p-1.5">
        {commands.map((command, index) => {
          const option = optionProps(command, index);
          const Icon = iconOf(command, navigation);
          return (
            <div
              {...option}
              key={command.id}
              className={cx(
                "flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5",
                option["aria-selected"] && "bg-hover",
              )}
            >
              <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" strokeWidth={1.75} />
              <span
                className={cx(
                  "min-w-0 grow truncate",
                  command.kind === "order" && "font-mono text-[0.8125rem]",
                )}
              >
                <bdi>{command.label}</bdi>
              </span>
              <span className="shrink-0 text-[0.8125rem] text-ink-faint">{command.detail}</span>
            </div>
          );
        })}
      </div>
      <p role="status" className={cx("px-4 text-[0.8125rem] text-ink-faint", status !== "" && "pb-3")}>
        {status}
      </p>
    </>
  );
}

function useProducts(text: string) {
  const environment = useEnvironment();
  const mayRead = usePermission("catalog.read");
  const q = useDeferredValue(text.trim().slice(0, 200));
  const query = productSuggestionsQuery(environment, q, SHOWN);
  const { data, error, isFetching } = useQuery({ ...query, enabled: mayRead && q.length > 1 });
  return {
    products: q.length > 1 ? (data?.items ?? []) : [],
    trouble: error ? `The catalog could not be searched. ${asProblem(error).detail}` : null,
    searching: isFetching && !data,
  };
}

function iconOf(command: Command, navigation: readonly NavItem[]): LucideIcon {
  if (command.kind === "order") return ListOrdered;
  const page = navigation.find((item) => `page-${item.id}` === command.id);
  return page ? NAV_ICON[page.id] : Boxes;
}
