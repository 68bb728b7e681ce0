import type { Permission } from "#lib/contracts/team/permission.ts";
import type { SettingsTab } from "#lib/paths.ts";

/** The tabs of the settings in their order; those without a permission are for everybody. */
const TABS: readonly { tab: SettingsTab; permission?: Permission }[] = [
  { tab: "account" },
  { tab: "sessions" },
  { tab: "notices" },
  { tab: "tokens" },
  { tab: "roles" },
  { tab: "security", permission: "settings.change" },
  { tab: "codes", permission: "settings.change" },
  { tab: "webhooks", permission: "settings.change" },
  { tab: "connection", permission: "settings.read" },
  { tab: "requests", permission: "settings.read" },
];

export const SETTINGS_LABELS: Record<SettingsTab, string> = {
  account: "Account",
  sessions: "Sessions",
  roles: "Roles",
  notices: "Notices",
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
  return TABS.flatMap(({ tab, permission }) =>
    permission === undefined || isPermitted(permission) ? tab : [],
  );
}
