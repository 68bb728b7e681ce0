"use client";

import { LayoutRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { usePathname, useSearchParams } from "next/navigation";
import { Activity, use, useCallback, useRef, useState, type ContextType, type ReactNode } from "react";
import { paths } from "#lib/paths.ts";
import { PageSearch } from "./pageSearch.ts";
import { useFocusOnPage } from "./useFocusOnPage.ts";
import { useTitleMeanwhile } from "./useTitleMeanwhile.ts";

/** The pages between which people switch all day. None of them shows codes. */
const KEPT: ReadonlySet<string> = new Set([
  paths.overview(),
  paths.catalog(),
  paths.orders(),
  paths.wallet(),
]);

type Router = NonNullable<ContextType<typeof LayoutRouterContext>>;
/** The router's current place. `payload`: what the server sent for the page; the same object as long as the router does not ask again. */
type Place = { router: Router; payload: unknown; pathname: string; search: URLSearchParams };
/** `given`: the place that the page is told. The same object until something changes, so that nothing is rendered again. */
type Page = { key: number; place: Place; given: Place };
type Pages = { shown: Page; hidden: readonly Page[] };

/**
 * Keeps the main pages alive when the member leaves them: hidden and without effects, so that they request nothing. If the router
 * would show the same server answer at the same address, the member who returns finds the page as it was
 * (docs/decisions/0024-main-pages-stay-alive.md). `children`: the router's own, inside a layout.
 */
export function KeptPages({ children }: { children: ReactNode }) {
  const router = use(LayoutRouterContext);
  const pathname = usePathname();
  const search = useSearchParams();
  if (router === null) return children;
  return <Pages now={{ router, pathname, search, payload: payloadOf(router) }}>{children}</Pages>;
}

function Pages({ now, children }: { now: Place; children: ReactNode }) {
  const [pages, setPages] = useState<Pages>(() => ({
    shown: { place: now, given: now, key: 0 },
    hidden: [],
  }));
  const next = follow(pages, now);
  if (next !== pages) setPages(next);
  const shown = useRef<HTMLDivElement>(null);
  useTitleMeanwhile(shown);
  useFocusOnPage(shown, next.shown.key);
  // React detaches refs of hidden pages and attaches them again when it shows them, so the last element is the shown one.
  const keep = useCallback((page: HTMLDivElement | null) => {
    if (page === null) return;
    shown.current = page;
    keepLaidOut(page);
  }, []);
  // In the order in which they were opened, because an element that is moved in the document is styled and laid out again.
  return [next.shown, ...next.hidden]
    .toSorted((a, b) => a.key - b.key)
    .map((page) => (
      <Activity key={page.key} mode={page === next.shown ? "visible" : "hidden"}>
        <div ref={keep}>
          <PageSearch value={page.given.search}>
            <LayoutRouterContext value={page.given.router}>{children}</LayoutRouterContext>
          </PageSearch>
        </div>
      </Activity>
    ));
}

const HIDDEN = "[content-visibility:hidden]";

/**
 * React hides an element with `display: none`, which makes browsers discard the styles and layout of its content and compute them
 * again when it is shown. This hides it with `content-visibility`, which keeps them. It replaces the element's `style`, of which
 * React only uses `setProperty("display", …)` and `display`.
 */
function keepLaidOut(page: HTMLDivElement): void {
  if (Object.hasOwn(page, "style") || !CSS.supports("content-visibility", "hidden")) return;
  Object.defineProperty(page, "style", {
    value: {
      setProperty: () => page.classList.add(HIDDEN),
      set display(_: string) {
        page.classList.remove(HIDDEN);
      },
    },
  });
}

function follow(pages: Pages, now: Place): Pages {
  const { shown, hidden } = pages;
  if (shown.place.pathname === now.pathname) {
    const isSame = shown.place.router === now.router && shown.place.search === now.search;
    return isSame ? pages : { shown: { key: shown.key, place: now, given: now }, hidden };
  }
  const kept = isWorthKeeping(shown) ? [...hidden, shown] : hidden;
  const found = kept.find(({ place }) => isSamePage(place, now));
  const key = found?.key ?? Math.max(shown.key, ...hidden.map((page) => page.key)) + 1;
  return {
    shown: { key, place: now, given: found?.given ?? now },
    hidden: kept.filter(({ place }) => place.pathname !== now.pathname),
  };
}

/** A page that is left with an open question, such as for a password, starts again. */
function isWorthKeeping({ place }: Page): boolean {
  return KEPT.has(place.pathname) && document.querySelector("#page dialog:modal") === null;
}

function isSamePage(a: Place, b: Place): boolean {
  return a.pathname === b.pathname && a.payload === b.payload && a.search.toString() === b.search.toString();
}

function payloadOf({ parentRenderTree }: Router): unknown {
  const child = (tree: Router["parentRenderTree"]) => tree.slots?.get("children");
  let page = parentRenderTree;
  for (let next = child(page); next !== undefined; next = child(page)) page = next;
  return page.data.rsc;
}
