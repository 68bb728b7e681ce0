import type { Permission } from "#lib/contracts/team/permission.ts";
import { DUTIES } from "#lib/members/duties.ts";
import type { SettingsTab } from "#lib/paths.ts";

/** Whose settings a tab has: the member's own, or the team's. */
export type SettingsArea = "own" | "team";
export const AREA_LABELS: Record<SettingsArea, string> = { own: "Your account", team: "Team" };

/** The tabs of the settings in their order; those without a permission are for everybody. */
const TABS: readonly {
  tab: SettingsTab;
  area: SettingsArea;
  permission?: Permission;
  anyOf?: readonly Permission[];
}[] = [
  { tab: "account", area: "own" },
  { tab: "sessions", area: "own" },
  { tab: "notices", area: "own" },
  { tab: "cover", area: "own", anyOf: DUTIES },
  { tab: "tokens", area: "own" },
  { tab: "roles", area: "team" },
  { tab: "security", area: "team", permission: "settings.change" },
  { tab: "codes", area: "team", permission: "settings.change" },
  { tab: "webhooks", area: "team", permission: "settings.change" },
  { tab: "connection", area: "team", permission: "settings.read" },
  { tab: "requests", area: "team", permission: "settings.read" },
];

export const SETTINGS_LABELS: Record<SettingsTab, string> = {
  account: "Account",
  sessions: "Sessions",
  roles: "Roles",
  notices: "Notices",
  cover: "Deputies",
  tokens: "Access tokens",
  security: "Security",
  codes: "Codes",
  webhooks: "Webhooks",
  connection: "Connection",
  requests: "Request log",
};

export function isSettingsTab(text: string): text is SettingsTab {
  return Object.hasOwn(SETTINGS_LABELS, text);
}

/** The tabs that a member may see. */
export function settingsTabs(isPermitted: (permission: Permission) => boolean): SettingsTab[] {
  return TABS.flatMap(({ tab, permission, anyOf = permission === undefined ? [] : [permission] }) =>
    anyOf.length === 0 || anyOf.some(isPermitted) ? tab : [],
  );
}

export function areaOf(tab: SettingsTab): SettingsArea {
  return TABS.find((each) => each.tab === tab)?.area ?? "own";
}
