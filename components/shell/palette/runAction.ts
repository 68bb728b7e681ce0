import { requestSwitch } from "#components/shell/environment/switchRequest.ts";
import { requestShortcuts } from "#components/shell/help/shortcutRequest.ts";
import { chooseTheme } from "#components/shell/navigation/chosenTheme.ts";
import { leave } from "#components/shell/navigation/leave.ts";
import type { PaletteAction } from "./actions.ts";

/** Performs an action that was chosen in the palette. */
export function runAction(action: PaletteAction): void {
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
    case "sign-out":
      leave();
  }
}
