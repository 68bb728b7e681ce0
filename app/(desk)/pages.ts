import { permits, type Holder } from "#lib/members/roles.ts";
import { paths } from "#lib/paths.ts";
import type { NavItem } from "#components/shell/navigation/navigation.ts";

const PAGES: readonly NavItem[] = [
  { id: "overview", href: paths.overview(), label: "Overview", permission: "orders.read" },
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

/** The pages that a member may see, in the order of the navigation. */
export function pagesFor(viewer: Holder): NavItem[] {
  return PAGES.filter(({ permission }) => !permission || permits(viewer, permission));
}

/** The page with which a member's day begins: look-up for members who find orders and codes for others, and order none themselves. */
export function startOf(viewer: Holder): string {
  return permits(viewer, "codes.find") && !permits(viewer, "orders.place")
    ? paths.lookUp()
    : paths.overview();
}
