/** Whether the browser has the web fonts. A cookie, so that the server can render a page with or without them from the start. */
export const FONTS_COOKIE = "codedesk-fonts";
/** Has to change whenever the font files change. */
export const FONTS = "1";
