"use client";

import { useEffect } from "react";
import { pressedLink } from "./pressedLink.ts";
import { staysOffline } from "./staysOffline.ts";

/** Follows no link while there is no network: a message of the browser would take the place of this page and what is typed in it. */
export function OfflineLinks(): null {
  useEffect(() => {
    // Before the link itself hears of it.
    document.addEventListener("click", stay, true);
    return () => document.removeEventListener("click", stay, true);
  }, []);
  return null;
}

/** While a link is pressed again, after the network was asked for. */
let isFollowed = false;

function stay(event: MouseEvent): void {
  const to = pressedLink(event);
  if (navigator.onLine || isFollowed || to === null || isHere(to)) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.target instanceof Element) void followUnlessOffline(event.target.closest("a"));
}

async function followUnlessOffline(link: HTMLAnchorElement | null): Promise<void> {
  if (await staysOffline()) return;
  isFollowed = true;
  link?.click();
  isFollowed = false;
}

/** Whether an address is that of the page, whatever the place in it. */
function isHere(address: string): boolean {
  return address.split("#")[0] === location.href.split("#")[0];
}
