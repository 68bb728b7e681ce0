import {
  Boxes,
  CircleHelp,
  House,
  ListOrdered,
  ScanSearch,
  ScrollText,
  Settings,
  SquarePlus,
  Ticket,
  Users,
  Wallet,
  type IconNode,
} from "lucide";
import type { Permission } from "#lib/contracts/team/permission.ts";
import { paths } from "#lib/paths.ts";

/** One page of the desk in the navigation. */
export type NavItem = { id: NavId; href: string; label: string; permission?: Permission };
export type NavId =
  | "overview"
  | "catalog"
  | "new-order"
  | "orders"
  | "codes"
  | "lookup"
  | "wallet"
  | "team"
  | "audit"
  | "settings"
  | "help";

export const NAV_ICON: Record<NavId, IconNode> = {
  overview: House,
  catalog: Boxes,
  "new-order": SquarePlus,
  orders: ListOrdered,
  codes: Ticket,
  lookup: ScanSearch,
  wallet: Wallet,
  team: Users,
  audit: ScrollText,
  settings: Settings,
  help: CircleHelp,
};

const BELONGS_TO: Partial<Record<string, string>> = {
  [paths.templates()]: paths.newOrder(),
  [paths.schedules()]: paths.orders(),
  [paths.reports()]: paths.orders(),
  [paths.claims()]: paths.lookUp(),
};

/** The current page: the item with the longest path that contains the current one. Templates belong to the order builder, schedules to the orders. */
export function currentItem(items: readonly NavItem[], path: string): NavId | null {
  const pathname = BELONGS_TO[path] ?? path;
  const containing = items.filter(
    (item) => pathname === item.href || (item.href !== "/" && pathname.startsWith(`${item.href}/`)),
  );
  return (
    containing.reduce<NavItem | null>(
      (best, item) => (best && best.href.length >= item.href.length ? best : item),
      null,
    )?.id ?? null
  );
}

/** The page to open in the other environment: the same list, but not the same order, which exists in one environment only. */
export function sectionOf(pathname: string): string {
  if (pathname === paths.newOrder() || pathname === paths.templates()) return pathname;
  return `/${pathname.split("/")[1] ?? ""}`;
}
