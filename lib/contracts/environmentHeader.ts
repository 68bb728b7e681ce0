/** Names that server and browser share. Separate from the schema, so that no page loads zod for two strings. */

/**
 * The header in which a page says which environment it shows. A tab that was left open in one environment must never act in the
 * other because the member switched in another tab.
 */
export const ENVIRONMENT_HEADER = "x-codedesk-environment";
/** The cookie that remembers a member's choice; the header takes precedence. */
export const ENVIRONMENT_COOKIE = "codedesk-environment";
