import type { SettingsTab } from "#lib/paths.ts";

/** One thing that can be set, with further words by which people search for it. */
export type NamedSetting = { tab: SettingsTab; label: string; also: string };

export const NAMED_SETTINGS: readonly NamedSetting[] = [
  { tab: "account", label: "Password", also: "change sign in" },
  {
    tab: "account",
    label: "Second factor",
    also: "two-factor 2fa authenticator passkeys recovery codes totp",
  },
  { tab: "account", label: "Region", also: "language format numbers dates amounts time zone locale" },
  { tab: "sessions", label: "Sessions", also: "devices browsers signed in sign out everywhere" },
  { tab: "notices", label: "Notices", also: "notifications e-mails alerts chosen" },
  { tab: "cover", label: "Deputies", also: "stand in away holiday vacation absent approve cover" },
  { tab: "tokens", label: "Access tokens", also: "api programs keys scopes service personal" },
  { tab: "roles", label: "Roles", also: "permissions rights members may" },
  {
    tab: "security",
    label: "Rules for signing in",
    also: "second factor required confirm password production",
  },
  { tab: "codes", label: "Reason for revealing codes", also: "ask rules exports" },
  { tab: "codes", label: "Release by a second member", also: "limit codes 24 hours day many hand-outs" },
  { tab: "codes", label: "Message for customers", also: "template placeholders copy text hand out mail" },
  { tab: "webhooks", label: "Webhooks", also: "endpoints callbacks deliveries chat slack teams" },
  { tab: "connection", label: "Connection to the service", also: "api host status clock rate limit test" },
  { tab: "connection", label: "Service keys", also: "api key rotate secret" },
  { tab: "connection", label: "Currencies with unknown units", also: "decimals minor units" },
  { tab: "requests", label: "Request log", also: "calls service api history errors" },
];

/** The settings of these tabs that match each word of a text; none for a blank text. */
export function findSettings(text: string, tabs: readonly SettingsTab[]): NamedSetting[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return NAMED_SETTINGS.filter(({ tab, label, also }) => {
    const all = `${label} ${also}`.toLowerCase();
    return tabs.includes(tab) && words.every((word) => all.includes(word));
  });
}
