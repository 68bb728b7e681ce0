/** The header of requests that a page makes automatically while nobody uses it: they do not keep a session from becoming idle. */
export const BACKGROUND_HEADER = "x-codedesk-background";
