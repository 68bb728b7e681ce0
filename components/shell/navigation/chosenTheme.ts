import { keptCookie } from "#lib/keptCookie.ts";
import { useSyncExternalStore } from "react";
import { THEME_COOKIE, type Theme } from "./theme.ts";

/** The theme chosen since this page was loaded, in the menu or the palette. */
let chosen: Theme | null = null;
const watchers = new Set<() => void>();

/** Shows the page in this theme, here and on every later visit. */
export function chooseTheme(theme: Theme): void {
  chosen = theme;
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  document.cookie = keptCookie(THEME_COOKIE, theme);
  for (const watcher of watchers) watcher();
}

/** The theme in use; `loaded` is the one that came with the page. */
export function useChosenTheme(loaded: Theme): Theme {
  return useSyncExternalStore(
    watch,
    () => chosen ?? loaded,
    () => loaded,
  );
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
