"use client";

import { Ellipsis } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { usePathname } from "next/navigation";
import type { Environment } from "#lib/contracts/environment.ts";
import { cx } from "#components/ui/cx.ts";
import { Menu, MenuLink } from "#components/ui/overlays/Menu.tsx";
import { Brand } from "#components/ui/display/Brand.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { ApprovalCount } from "./ApprovalCount.tsx";
import { DraftCount } from "./DraftCount.tsx";
import { NavLink } from "./NavLink.tsx";
import { currentItem, NAV_ICON, type NavItem } from "./navigation.ts";

/** How many entries a phone's navigation bar has; the others are behind "More". */
const ON_PHONE = 5;

const LINK =
  "flex items-center rounded-md no-underline focus-visible:outline-offset-[-2px] " +
  "lg:min-h-8 lg:gap-2.5 lg:px-2 lg:font-medium " +
  "max-lg:min-h-13 max-lg:grow max-lg:basis-0 max-lg:flex-col max-lg:justify-center max-lg:gap-0.5 max-lg:text-[0.6875rem]";

/** Not only by its colour: on a phone by the weight of its letters too. */
const HERE = "text-accent-text max-lg:font-semibold lg:bg-accent-soft";
const OTHER = "text-ink-soft hover:bg-hover hover:text-ink";

/** Beside the page on a wide screen, below it on a phone. */
export function MainNavigation({
  items,
  environment,
}: {
  items: readonly NavItem[];
  environment: Environment;
}) {
  const mayApprove = usePermission("orders.approve");
  const current = currentItem(items, usePathname());
  const shownOnPhone = items.length > ON_PHONE ? ON_PHONE - 1 : ON_PHONE;
  const further = items.slice(shownOnPhone);
  return (
    <nav
      aria-label="Main"
      className="print-hidden max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:border-t max-lg:bg-canvas max-lg:px-1 max-lg:pb-[env(safe-area-inset-bottom)] lg:px-3"
    >
      <div className="hidden h-12 items-center px-2 lg:flex">
        <Brand />
      </div>
      <ul className="flex lg:flex-col lg:gap-0.5">
        {items.map((item, place) => {
          const here = item.id === current;
          return (
            <li
              key={item.id}
              className={cx("max-lg:flex max-lg:grow", place >= shownOnPhone && "max-lg:hidden")}
            >
              <NavLink href={item.href} current={here} className={cx(LINK, here ? HERE : OTHER)}>
                <Icon
                  shape={NAV_ICON[item.id]}
                  className="size-4 shrink-0 max-lg:size-5"
                  strokeWidth={1.75}
                />
                {item.label}
                {item.id === "new-order" ? <DraftCount environment={environment} /> : null}
                {item.id === "orders" && mayApprove ? <ApprovalCount environment={environment} /> : null}
              </NavLink>
            </li>
          );
        })}
        {further.length > 0 ? (
          <li className="flex grow lg:hidden">
            <Menu
              align="end"
              trigger={
                <>
                  <Icon shape={Ellipsis} className="size-5" strokeWidth={1.75} />
                  More
                </>
              }
              triggerClassName={cx(LINK, further.some(({ id }) => id === current) ? HERE : OTHER)}
            >
              {further.map((item) => (
                <MenuLink
                  key={item.id}
                  href={item.href}
                  aria-current={item.id === current ? "page" : undefined}
                >
                  {item.label}
                </MenuLink>
              ))}
            </Menu>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}
