import type { Environment } from "#lib/contracts/environment.ts";
import { TABLE_FILE_NAMES, TABLE_FILES, type TableFile } from "#lib/files/tableFiles.ts";
import { permits, type Holder } from "#lib/members/roles.ts";
import { ENVIRONMENT_WORDS } from "#components/shell/environment/environments.ts";
import { THEME_NAME, THEMES, type Theme } from "#components/shell/navigation/theme.ts";

/** Something that the palette does directly, instead of opening a page. */
export type PaletteAction =
  | { does: "theme"; theme: Theme }
  | { does: "switch"; environment: Environment }
  | { does: "invite" }
  | { does: "export-orders"; file: TableFile }
  | { does: "shortcuts" }
  | { does: "sign-out" };

/** An action with its label and further words by which people may search for it. */
export type NamedAction = { action: PaletteAction; label: string; also: string };

export type ActionsOf = {
  environment: Environment;
  environments: readonly Environment[];
  viewer: Holder;
  /** Whether members sign in with passwords. */
  passwords: boolean;
};

/** The actions that a member may do here, in the order in which they are listed. */
export function paletteActions({ environment, environments, viewer, passwords }: ActionsOf): NamedAction[] {
  return [
    ...(permits(viewer, "orders.read") ? TABLE_FILES.map(toExport) : []),
    ...(permits(viewer, "team.manage") ? [toInvite(passwords)] : []),
    ...environments
      .filter((each) => each !== environment)
      .map((each): NamedAction => ({
        action: { does: "switch", environment: each },
        label: `Switch to ${ENVIRONMENT_WORDS[each].name.toLowerCase()}`,
        also: "environment live test",
      })),
    ...THEMES.map((theme): NamedAction => ({
      action: { does: "theme", theme },
      label: theme === "system" ? "Use the system theme" : `Use the ${THEME_NAME[theme].toLowerCase()} theme`,
      also: "appearance mode",
    })),
    { action: { does: "shortcuts" }, label: "Show keyboard shortcuts", also: "help keys ?" },
    { action: { does: "sign-out" }, label: "Sign out", also: "log out leave quit" },
  ];
}

function toExport(file: TableFile): NamedAction {
  return {
    action: { does: "export-orders", file },
    label: `Export orders: ${TABLE_FILE_NAMES[file]}`,
    also: "download spreadsheet",
  };
}

function toInvite(passwords: boolean): NamedAction {
  return {
    action: { does: "invite" },
    label: passwords ? "Invite member" : "Add member",
    also: "invite add new user people team",
  };
}
