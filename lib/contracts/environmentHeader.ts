/** Names that server and browser share. Apart from the schema, so that no page loads zod for two strings. */

/**
 * The header by which a page says which environment it shows. A tab left open in one environment
 * must never act in the other one because the member switched in another tab.
 */
export const ENVIRONMENT_HEADER = "x-codedesk-environment";
/** The cookie that remembers a member's choice; the header outranks it. */
export const ENVIRONMENT_COOKIE = "codedesk-environment";
