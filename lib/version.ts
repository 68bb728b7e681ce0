/** The version of Codedesk. The same as in package.json, which no page loads. */
export const VERSION = "0.1.0";
