"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";
import { SECOND } from "#lib/time/instant.ts";
import { isDialogOpen } from "#components/ui/isDialogOpen.ts";
import type { NavId, NavItem } from "#components/shell/navigation/navigation.ts";
import { leavePage } from "#components/shell/page/unsaved/unsavedChanges.ts";
import { moveInList, selectRow } from "./listKeys.ts";
import { areSingleKeysOn, singleKey } from "./singleKeys.ts";

/** The letter that follows G, for each page. */
const PAGE_OF: Partial<Record<string, NavId>> = {
  h: "overview",
  o: "orders",
  c: "catalog",
  n: "new-order",
  w: "wallet",
  l: "lookup",
};
/** How long the second letter may take. */
const WAIT = 2 * SECOND;

/** Letters as shortcuts: G and another one open a page that the member may see, C a new order; J, K and X move and select in lists. */
export function useLetterKeys(navigation: readonly NavItem[]): void {
  const router = useRouter();
  const wentAt = useRef(-Infinity);
  const open = (id: NavId | undefined) => {
    const href = navigation.find((item) => item.id === id)?.href;
    if (href !== undefined) leavePage(() => router.push(href), href);
    return href !== undefined;
  };
  const isTaken = (key: string, at: number): boolean => {
    const isSecond = at - wentAt.current < WAIT;
    wentAt.current = key === "g" && !isSecond ? at : -Infinity;
    if (isSecond) return open(PAGE_OF[key]);
    if (key === "c") return open("new-order");
    if (key === "x") return selectRow();
    if (key === "j" || key === "k") moveInList(key === "j" ? 1 : -1);
    return key === "j" || key === "k";
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = singleKey(event);
    if (key === null || event.shiftKey || isDialogOpen() || !areSingleKeysOn()) return;
    // The event's own clock: a page that was busy hears of both letters at once.
    if (isTaken(key, event.timeStamp)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
