"use client";

import { Search } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import { paths } from "#lib/paths.ts";
import { permits } from "#lib/members/roles.ts";
import { cx } from "#components/ui/cx.ts";
import { useCombobox } from "#components/ui/inputs/useCombobox.ts";
import { ModalFrame } from "#components/ui/overlays/Modal.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePasswords, useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { askPage } from "#components/shell/page/pageRequests.ts";
import { isOtherPage, leavePage } from "#components/shell/page/unsaved/unsavedChanges.ts";
import type { NavItem } from "#components/shell/navigation/navigation.ts";
import { paletteActions } from "./actions.ts";
import { CommandList } from "./CommandList.tsx";
import { commandGroups, type Command } from "./commands.ts";
import { palettePages } from "./palettePages.ts";
import { runAction } from "./runAction.ts";
import { useOpenByReference } from "./useOpenByReference.ts";
import { usePaletteSearch } from "./usePaletteSearch.ts";

export type PaletteProps = {
  open: boolean;
  onClose: () => void;
  navigation: readonly NavItem[];
  environments: readonly Environment[];
  /** What was typed between asking for it and now. */
  typedBefore: () => string;
  /** Whether Enter was pressed after it. */
  isEnteredBefore: () => boolean;
  /** What was typed before is in the palette now. */
  onTaken: () => void;
};

const FIELD = "Search or jump to a page, an order, a product or an action";

/** Finds pages, drafts, orders, products, members and actions, by keyboard from everywhere. */
export function CommandPalette({ open, onClose, ...rest }: PaletteProps) {
  return (
    <ModalFrame
      open={open}
      onClose={onClose}
      aria-label="Search or jump to"
      className="mx-auto mt-[12dvh] w-[calc(100vw-2rem)] max-w-xl rounded-lg border"
    >
      <Finder {...rest} onClose={onClose} />
    </ModalFrame>
  );
}

function Finder(props: Omit<PaletteProps, "open">) {
  const { navigation, environments, typedBefore, isEnteredBefore, onTaken, onClose } = props;
  const router = useRouter();
  const environment = useEnvironment();
  const [text, setText] = useState(typedBefore);
  // The text for which Enter was pressed before its results were there: people type and press it at once.
  const awaited = useRef<string>(null);
  // Also what was typed between this and the moment when the dialog takes the keys.
  const adopt = useEffectEvent(() => {
    const typed = typedBefore();
    if (typed !== "" && typed !== text) setText(typed);
    if (isEnteredBefore()) awaited.current = typed;
    onTaken();
  });
  // oxlint-disable-next-line react/set-state-in-effect -- once, and nearly always without a change
  useEffect(() => adopt(), []);
  const found = usePaletteSearch(text);
  const { openOrder, isSearching } = useOpenByReference();
  // Why the reference in this text opened no order.
  const [notOpened, setNotOpened] = useState<{ text: string; why: string } | null>(null);
  const viewer = useViewer();
  const passwords = usePasswords();
  const actions = useMemo(
    () => paletteActions({ environment, environments, viewer, passwords }),
    [environment, environments, viewer, passwords],
  );
  const pages = useMemo(
    () => palettePages(navigation, (permission) => permits(viewer, permission)),
    [navigation, viewer],
  );
  const groups = commandGroups(text, { pages, actions, ...found });
  const commands = groups.flatMap((group) => group.commands);
  async function choose(command: Command) {
    if (command.kind === "reference") {
      const why = await openOrder(command.reference);
      if (why !== null) {
        setNotOpened({ text, why: `${why.title}. ${why.detail}` });
        return;
      }
    }
    onClose();
    if (command.kind === "action") {
      runAction(command.action, (href, then) => {
        // The page that is shown keeps its filters.
        if (!isOtherPage(href)) return then();
        return leavePage(() => {
          router.push(href);
          then();
        }, href);
      });
    } else if (command.kind === "customer") {
      const href = paths.lookUp();
      leavePage(() => {
        router.push(href);
        askPage("find-customer", command.reference);
      }, href);
    } else if (command.kind !== "reference") {
      const { href } = command;
      leavePage(() => router.push(href), href);
    }
  }

  const combobox = useCombobox<Command>({
    text,
    onText: setText,
    options: commands,
    keyOf: ({ id }) => id,
    listLabel: "Results",
    isStale: ({ kind }) => found.isStale(kind),
    onChoose: (command) => {
      // What is still searched for may be a better match than an unknown reference.
      if (command.kind === "reference" && command === commands[0] && found.searching) awaited.current = text;
      else void choose(command);
    },
    onEnterEarly: () => {
      awaited.current = text;
    },
  });
  const chooseAwaited = useEffectEvent(() => {
    const [first] = commands;
    const isMeant = awaited.current === text;
    awaited.current = null;
    if (isMeant && first !== undefined) void choose(first);
  });
  useEffect(() => {
    if (!found.searching) chooseAwaited();
  }, [found.searching]);

  const nothing = commands.length === 0 ? `No results for “${text}”` : "";
  const failed = notOpened?.text === text ? notOpened.why : found.trouble;
  const status = isSearching ? "Looking up…" : (failed ?? (found.searching ? "Searching…" : nothing));

  return (
    <>
      <div className="relative border-b border-line">
        <Icon
          shape={Search}
          className="pointer-events-none absolute inset-y-0 start-4 my-auto size-4 text-ink-faint"
        />
        {/* The dialog is opened to type, so the focus belongs here. */}
        <input
          {...combobox.inputProps}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          aria-label={FIELD}
          placeholder="Order, product, page or action"
          className="h-12 w-full bg-transparent ps-11 pe-4 text-base text-ellipsis outline-none"
        />
      </div>
      <CommandList groups={groups} combobox={combobox} />
      <p role="status" className={cx("px-4 text-[0.8125rem] text-ink-faint", status !== "" && "pb-3")}>
        {status}
      </p>
    </>
  );
}
