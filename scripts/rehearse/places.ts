import { stripVTControlCharacters } from "node:util";

/** Lines by which our tools name a place: each of the patterns is of one tool. */
const PLACE = [
  // npm: what it could not install, and why.
  /^npm error (?!A complete log|Log files)(.*\S)/,
  // The compiler.
  /^(\S+\.tsx?\(\d+,\d+\): error .*)/,
  // The linter: the place is on the line after the message, so both are joined before.
  /^\s*× (.* \[\S+:\d+:\d+\])$/,
  // Next's build.
  /^(\.\/\S+:\d+:\d+.*)/,
  // A test or test file that fails.
  /^\s*FAIL\s+(\S.*\S)/,
  // A journey that fails, in the list at the end.
  /^\s*\d+\) (?:\[[^\]]+\] › )?(e2e\/\S+ › .*?)[ ─]*$/,
  // One of our own checks, and each sentence that it prints.
  /^FAILED (.*) \(\d+\.\d s\)/,
  /^((?:[\w.-]+\/)*[\w.-]+\.(?:ts|tsx|mjs|css|json|md|sql): .*)/,
  /^(package(?:-lock)?\.json .*)/,
];

/** How many lines of an output in which no place is recognised are shown: the last ones, where programs say why they end. */
const LAST_LINES = 8;

/** The places that the output of a failed step names, one line each. */
export function placesOf(output: string): string[] {
  const text = stripVTControlCharacters(output).replaceAll(/\n\s*[╭,][─-]+\[(\S+:\d+:\d+)\]/g, " [$1]");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const places = lines.flatMap((line) => {
    for (const pattern of PLACE) {
      const place = pattern.exec(line)?.[1];
      if (place !== undefined) return [place];
    }
    return [];
  });
  return places.length > 0 ? [...new Set(places)] : lines.slice(-LAST_LINES).map((line) => line.trim());
}
