import type { Environment } from "#lib/contracts/environment.ts";
import { ENVIRONMENT_WORDS } from "#components/shell/environment/environments.ts";
import { THEME_NAME, THEMES, type Theme } from "#components/shell/navigation/theme.ts";

/** Something that the palette does directly, instead of opening a page. */
export type PaletteAction =
  | { does: "theme"; theme: Theme }
  | { does: "switch"; environment: Environment }
  | { does: "shortcuts" }
  | { does: "sign-out" };

/** An action with its label and further words by which people may search for it. */
export type NamedAction = { action: PaletteAction; label: string; also: string };

/** The available actions, in the order in which they are listed. */
export function paletteActions(
  environment: Environment,
  environments: readonly Environment[],
): NamedAction[] {
  return [
    ...THEMES.map((theme): NamedAction => ({
      action: { does: "theme", theme },
      label: theme === "system" ? "Use the system theme" : `Use the ${THEME_NAME[theme].toLowerCase()} theme`,
      also: "appearance mode",
    })),
    ...environments
      .filter((each) => each !== environment)
      .map((each): NamedAction => ({
        action: { does: "switch", environment: each },
        label: `Switch to ${ENVIRONMENT_WORDS[each].name.toLowerCase()}`,
        also: "environment live test",
      })),
    { action: { does: "shortcuts" }, label: "Show keyboard shortcuts", also: "help keys ?" },
    { action: { does: "sign-out" }, label: "Sign out", also: "log out leave quit" },
  ];
}
