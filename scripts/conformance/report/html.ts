import type { Report } from "./report.ts";
import { summaryOf } from "./text.ts";

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin-bottom: 2rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid #8884; overflow-wrap: anywhere; }
td:first-child, td:nth-child(2) { white-space: nowrap; }
small { display: block; opacity: .8; }
.no { font-weight: 600; color: light-dark(#b00020, #ff8a80); }
`;

/** The report as one page that loads nothing. */
export function htmlReport(report: Report): string {
  const { service, depth, at, totals, statements, silences, readings } = report;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Conformance of ${escaped(service)}</title>
<style>${STYLE}</style>
<h1>Conformance of ${escaped(service)}</h1>
<p>${escaped(summaryOf(totals))}. Depth: ${depth}. ${escaped(at)}</p>
<h2>Statements of the interface</h2>
${table(
  ["", "section", "statement"],
  statements.map(({ section, statement, verdict, detail }) => [
    verdict === "does not hold" ? `<span class="no">${verdict}</span>` : verdict,
    `§${escaped(section)}`,
    `${escaped(statement)}${detail === "" ? "" : `<small>${escaped(detail)}</small>`}`,
  ]),
)}
<h2>How the service fills what the interface leaves open</h2>
${table(
  ["section", "thing", "shape"],
  silences.map(({ section, thing, shape }) => [`§${escaped(section)}`, escaped(thing), escaped(shape)]),
)}
<h2>How Codedesk reads the answers</h2>
${table(
  ["answer", "reading"],
  readings.map(({ thing, result }) => [escaped(thing), escaped(result)]),
)}
</html>
`;
}

/** Cells are HTML already. */
function table(heads: readonly string[], rows: readonly string[][]): string {
  return `<table>${row("th", heads)}\n${rows.map((cells) => row("td", cells)).join("\n")}\n</table>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function row(tag: string, cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
}
