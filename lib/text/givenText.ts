import { tidyViewName } from "#lib/contracts/text/viewName.ts";

/** More than any name that can be typed. */
const MOST = 200;

/**
 * Text of people or of the service for a mail, whatever was stored: one line of visible characters that no mail program makes a link
 * of. A mail consists of our own paragraphs, and nobody else can add one.
 */
export function givenText(text: string): string {
  return tidyViewName(text)
    .slice(0, MOST)
    .replaceAll(/:\/\/|www\./gi, (start) => `${start.charAt(0)} ${start.slice(1)}`);
}

/** The same in quotes: a name, and no sentence of ours. */
export function givenName(name: string): string {
  return `“${givenText(name)}”`;
}
