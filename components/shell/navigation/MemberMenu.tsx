"use client";

import { LogOut } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { Menu, MenuChoice, MenuGroup, MenuItem } from "#components/ui/overlays/Menu.tsx";
import { Avatar, initialsOf } from "#components/ui/display/Avatar.tsx";
import { chooseTheme, useChosenTheme } from "./chosenTheme.ts";
import { leave } from "./leave.ts";
import { THEME_NAME, THEMES, type Theme } from "./theme.ts";
import { useViewer } from "#components/shell/viewer/ViewerProvider.tsx";

export function MemberMenu({ theme }: { theme: Theme }) {
  const viewer = useViewer();
  const chosen = useChosenTheme(theme);
  return (
    <Menu
      align="end"
      label={`${initialsOf(viewer.name)}: account of ${viewer.name}`}
      trigger={<Avatar name={viewer.name} className="size-8 text-xs" />}
      triggerClassName="flex rounded-full"
    >
      <div role="presentation" className="max-w-64 px-2 pt-1 pb-2">
        <p translate="no" className="truncate font-medium">
          {viewer.name}
        </p>
        <p translate="no" className="truncate text-[0.8125rem] text-ink-faint">
          {viewer.email}
        </p>
        <p className="text-[0.8125rem] text-ink-faint">{viewer.roleName}</p>
      </div>
      <MenuGroup label="Theme">
        {THEMES.map((each) => (
          <MenuChoice key={each} checked={each === chosen} onClick={() => chooseTheme(each)}>
            {THEME_NAME[each]}
          </MenuChoice>
        ))}
      </MenuGroup>
      <div role="none" className="mt-1 border-t border-line pt-1">
        <MenuItem onClick={leave}>
          <Icon shape={LogOut} className="size-4 text-ink-faint" />
          Sign out
        </MenuItem>
      </div>
    </Menu>
  );
}
