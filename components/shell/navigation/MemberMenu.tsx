"use client";

import { LogOut } from "lucide-react";
import { useState } from "react";
import { signOut } from "#lib/queries/session.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { paths } from "#lib/paths.ts";
import { ROLE_NAMES } from "#lib/members/roleNames.ts";
import { Menu, MenuChoice, MenuGroup, MenuItem } from "#components/ui/overlays/Menu.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { THEME_COOKIE, THEMES, type Theme } from "./theme.ts";
import { useViewer } from "#components/shell/viewer/ViewerProvider.tsx";

const THEME_NAME: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };

export function MemberMenu({ theme }: { theme: Theme }) {
  const viewer = useViewer();
  const [chosen, setChosen] = useState(theme);

  function choose(next: Theme) {
    setChosen(next);
    applyTheme(next);
  }

  return (
    <Menu
      align="end"
      label={`${initialsOf(viewer.name)}: account of ${viewer.name}`}
      trigger={initialsOf(viewer.name)}
      triggerClassName="flex size-8 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text"
    >
      <div role="presentation" className="max-w-64 px-2 pt-1 pb-2">
        <p className="truncate font-medium">{viewer.name}</p>
        <p className="truncate text-[0.8125rem] text-ink-faint">{viewer.email}</p>
        <p className="text-[0.8125rem] text-ink-faint">{ROLE_NAMES[viewer.role].name}</p>
      </div>
      <MenuGroup label="Theme">
        {THEMES.map((each) => (
          <MenuChoice key={each} checked={each === chosen} onClick={() => choose(each)}>
            {THEME_NAME[each]}
          </MenuChoice>
        ))}
      </MenuGroup>
      <div role="none" className="mt-1 border-t border-line pt-1">
        <MenuItem onClick={() => void leave()}>
          <LogOut aria-hidden className="size-4 text-ink-faint" />
          Sign out
        </MenuItem>
      </div>
    </Menu>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? "")[0] ?? "",
  );
  return letters.join("").toUpperCase();
}

function applyTheme(theme: Theme) {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=31536000; samesite=lax`;
}

async function leave() {
  try {
    await signOut();
    location.assign(paths.signIn());
  } catch (error) {
    toast("Couldn't sign out. You are still signed in.", {
      tone: "refused",
      detail: asProblem(error).detail,
    });
  }
}
