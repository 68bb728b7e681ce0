import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { permits } from "#lib/members/roles.ts";
import { paths } from "#lib/paths.ts";
import { AppFrame } from "#components/shell/AppFrame.tsx";
import type { NavItem } from "#components/shell/navigation/navigation.ts";
import { THEME_COOKIE, themeOf } from "#components/shell/navigation/theme.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";

const PAGES: readonly NavItem[] = [
  { id: "overview", href: paths.overview(), label: "Overview" },
  { id: "catalog", href: paths.catalog(), label: "Catalog", permission: "catalog.read" },
  { id: "new-order", href: paths.newOrder(), label: "New order", permission: "orders.place" },
  { id: "orders", href: paths.orders(), label: "Orders", permission: "orders.read" },
  { id: "codes", href: paths.codes(), label: "Codes", permission: "codes.reveal" },
  { id: "lookup", href: paths.lookUp(), label: "Look up", permission: "orders.read" },
  { id: "wallet", href: paths.wallet(), label: "Wallet", permission: "wallet.read" },
  { id: "team", href: paths.team(), label: "Team", permission: "team.manage" },
  { id: "audit", href: paths.audit(), label: "Audit", permission: "audit.read" },
  { id: "settings", href: paths.settings(), label: "Settings" },
  { id: "help", href: paths.help(), label: "Help" },
];

export default async function DeskLayout({ children }: { children: ReactNode }) {
  const { viewer, environment, environments } = await requireViewer();
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  const navigation = PAGES.filter(({ permission }) => !permission || permits(viewer.role, permission));
  const passwords = getAuthSettings().passwordSignIn;
  return (
    <AppFrame {...{ viewer, passwords, environment, environments, theme, navigation }}>{children}</AppFrame>
  );
}
