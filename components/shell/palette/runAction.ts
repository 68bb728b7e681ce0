import { paths } from "#lib/paths.ts";
import { askPage } from "#components/shell/page/pageRequests.ts";
import { requestSwitch } from "#components/shell/environment/switchRequest.ts";
import { requestShortcuts } from "#components/shell/help/shortcutRequest.ts";
import { chooseTheme } from "#components/shell/navigation/chosenTheme.ts";
import { leave } from "#components/shell/navigation/leave.ts";
import type { PaletteAction } from "./actions.ts";

/** Performs an action that was chosen in the palette. `go` opens a page and then does something, unless its member stays on another. */
export function runAction(action: PaletteAction, go: (href: string, then: () => void) => void): void {
  switch (action.does) {
    case "theme":
      chooseTheme(action.theme);
      return;
    case "switch":
      requestSwitch(action.environment);
      return;
    case "shortcuts":
      requestShortcuts();
      return;
    case "invite":
      return go(paths.team(), () => askPage("invite", true));
    case "export-orders":
      return go(paths.orders(), () => askPage("export-orders", action.file));
    case "sign-out":
      leave();
  }
}
