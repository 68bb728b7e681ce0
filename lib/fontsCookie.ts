/** Whether the browser has the web fonts. In a cookie, so that the server renders a page with them from the beginning, or without. */
export const FONTS_COOKIE = "codedesk-fonts";
/** Another value whenever the files of the fonts change. */
export const FONTS = "1";
