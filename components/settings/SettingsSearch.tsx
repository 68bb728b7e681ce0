"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { paths, type SettingsTab } from "#lib/paths.ts";
import { SETTINGS_LABELS } from "#components/shell/navigation/settingsTabs.ts";
import { SearchInput } from "#components/ui/inputs/SearchInput.tsx";
import { findSettings } from "./settingsSearch.ts";

/** Finds a setting by what people call it, and opens its tab; Enter opens the first. */
export function SettingsSearch({ tabs }: { tabs: readonly SettingsTab[] }) {
  const router = useRouter();
  const [text, setText] = useState("");
  const found = findSettings(text, tabs);
  return (
    <form
      role="search"
      aria-label="Settings"
      className="mb-4 max-w-xs"
      onSubmit={(event) => {
        event.preventDefault();
        const [first] = found;
        if (first === undefined) return;
        setText("");
        router.push(paths.settings(first.tab));
      }}
    >
      <SearchInput
        aria-label="Search settings"
        placeholder="Search settings"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p role="status" className="text-[0.8125rem] text-ink-soft not-empty:pt-2">
        {text.trim() !== "" && found.length === 0 ? "No setting found." : null}
      </p>
      {found.length === 0 ? null : (
        <ul aria-label="Settings found" className="flex flex-col">
          {found.map(({ tab, label }) => (
            <li key={label}>
              <Link
                href={paths.settings(tab)}
                prefetch={false}
                onClick={() => setText("")}
                className="block rounded-md px-2.5 py-1.5 no-underline hover:bg-hover"
              >
                <span className="font-medium text-ink">{label}</span>{" "}
                <span className="text-[0.8125rem] text-ink-faint">{SETTINGS_LABELS[tab]}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
