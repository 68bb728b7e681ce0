import type { Permission } from "#lib/contracts/team/permission.ts";
import { paths, type SettingsTab } from "#lib/paths.ts";
import type { NavId, NavItem } from "#components/shell/navigation/navigation.ts";
import { SETTINGS_LABELS, settingsTabs } from "#components/shell/navigation/settingsTabs.ts";

/** A page with further words by which people search for it. `within`: the page of the navigation that it belongs to. */
export type PalettePage = {
  id: string;
  href: string;
  label: string;
  also: string;
  within: NavId;
  /** Where it is, if its label alone does not say so. */
  detail: string;
};

const NAV_ALSO: Record<NavId, string> = {
  overview: "home dashboard start",
  catalog: "products browse shop gift cards favourites",
  "new-order": "import csv upload spreadsheet excel paste drafts build buy",
  orders: "history purchases approvals awaiting approve export",
  codes: "stock hand out customers vouchers pins",
  lookup: "find references support whose code",
  wallet: "balances money movements top-up limits",
  team: "members people users invite add member roles",
  audit: "activity log records history",
  settings: "preferences options configuration",
  help: "documentation states messages shortcuts support",
};

const SETTINGS_ALSO: Record<SettingsTab, string> = {
  account:
    "password change profile second factor two-factor 2fa authenticator passkeys recovery region language format",
  sessions: "devices signed in sign out everywhere",
  notices: "notices notifications e-mails alerts choose settings",
  cover: "deputy stand in absence holiday vacation away cover",
  tokens: "api personal programs keys",
  roles: "permissions rights limits",
  security: "rules passwords second factor single sign-on sso",
  codes: "reveal reasons release exports rules settings",
  webhooks: "endpoints callbacks deliveries chat slack teams",
  connection: "service api keys status clock rate limit test",
  requests: "calls service api history",
};

/** Names of tabs that need one of their own here: beside the page of the same name, nobody could tell them apart. */
const SETTINGS_NAMES: Partial<Record<SettingsTab, string>> = {
  notices: "Notice settings",
  codes: "Rules for codes",
};

type Extra = Omit<PalettePage, "detail"> & { permission?: Permission };

const EXTRAS: readonly Extra[] = [
  {
    id: "statements",
    href: paths.statement(),
    label: "Statements",
    also: "monthly month accounting invoices reconciliation wallet",
    within: "wallet",
    permission: "wallet.read",
  },
  {
    id: "claims",
    href: paths.claims(),
    label: "Claims",
    also: "disputes broken doesn't work refund replacement supplier evidence",
    within: "lookup",
    permission: "codes.find",
  },
  {
    id: "templates",
    href: paths.templates(),
    label: "Templates",
    also: "saved repeat",
    within: "new-order",
    permission: "orders.place",
  },
  {
    id: "schedules",
    href: paths.schedules(),
    label: "Schedules",
    also: "recurring orders repeat daily weekly monthly dates",
    within: "orders",
    permission: "orders.read",
  },
  {
    id: "reports",
    href: paths.reports(),
    label: "Reports",
    also: "weekly monthly files csv mail statement stock budgets claims",
    within: "orders",
    permission: "orders.read",
  },
  {
    id: "notices",
    href: paths.notices(),
    label: "Notices",
    also: "notifications inbox messages alerts",
    within: "overview",
  },
];

/** The pages of the navigation, followed by those that are only reached from one of them. */
export function palettePages(
  navigation: readonly NavItem[],
  isPermitted: (permission: Permission) => boolean,
): { main: PalettePage[]; further: PalettePage[] } {
  const main = navigation.map(({ id, href, label }): PalettePage => ({
    id,
    href,
    label,
    also: NAV_ALSO[id],
    within: id,
    detail: "Page",
  }));
  const extras = EXTRAS.flatMap(({ permission, ...page }): PalettePage[] =>
    permission === undefined || isPermitted(permission) ? [{ ...page, detail: "Page" }] : [],
  );
  const tabs = settingsTabs(isPermitted).map((tab): PalettePage => ({
    id: `settings-${tab}`,
    href: paths.settings(tab),
    label: SETTINGS_NAMES[tab] ?? SETTINGS_LABELS[tab],
    also: SETTINGS_ALSO[tab],
    within: "settings",
    detail: "Settings",
  }));
  return { main, further: [...extras, ...tabs] };
}
