/** Light, dark, or the system's. Stored in a cookie, so that the server renders the right one at once. */
export const THEME_COOKIE = "codedesk-theme";
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export function themeOf(cookie: string | undefined): Theme {
  return THEMES.find((theme) => theme === cookie) ?? "system";
}

export const THEME_NAME: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };
