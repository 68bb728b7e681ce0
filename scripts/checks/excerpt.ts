import { stripVTControlCharacters } from "node:util";

/** How many lines of the output of one failed check are shown. */
const MOST_LINES = 40;

/** What a tool says of itself, and not of what is wrong. */
const ABOUT_ITSELF = [
  /^Checking formatting\.\.\.$/,
  /^Finished in \S+ on \d+ files/,
  /^Found \d+ warnings? and \d+ errors?\.$/,
  /^Format issues found in above/,
];

/** The part of a failed check's output that says what is wrong: the first lines of it, or as many as there are. */
export function excerptOf(output: string, most = MOST_LINES): string {
  const lines = stripVTControlCharacters(output).split("\n");
  const said = lines.filter((line) => ABOUT_ITSELF.every((pattern) => !pattern.test(line.trim())));
  const text = said
    .join("\n")
    .trim()
    .replaceAll(/\n{3,}/g, "\n\n");
  const kept = text.split("\n").slice(0, most);
  const left = text.split("\n").length - kept.length;
  return left === 0 ? text : [...kept, `… and ${left} more ${left === 1 ? "line" : "lines"}`].join("\n");
}
