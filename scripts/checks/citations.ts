/** A document as citations see it. */
type Page = { anchors: ReadonlySet<string>; sections: ReadonlyMap<string, string> };
/** Documents by their path from the root of the repository. */
export type Pages = ReadonlyMap<string, Page>;

/** Citations that a reader of the repository cannot follow: pages that are not in it, and numbers without a page. */
const ELSEWHERE =
  /\b(?:DESIGN|STACK|HABITS|WRITING)(?:\.md|,|\))|\bUI(?:\.md|, ["“]|, section)|\breading[ -]notes\b|\bspecification,? (?:part|section|§)? ?\d|\([Pp]art \d|\(invariants? \d/g;

const CITATION =
  /\bdocs\/[\w./-]*\w\.md\b|\bCONTRIBUTING\.md\b|\bREADME\.md\b|\bdocs\/decisions\/\d{4}\b(?![\w-]*\.md)/g;
/** A path of the repository in a comment; `…` and `*` stand for a part that is left out. */
const PATH =
  /(?<![\w./#@-])(?:app|components|e2e|lib|sandbox|scripts|server|tests)\/[\w()[\]/.-]*\w(?![\w/]*[*…<{])/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*/g;
/** What may follow a page's name: `#anchor`, `#anchor, 7`, or ` §4.4, rule 2 and §7`. */
const ANCHOR = /^#([\w-]+)(?:, (\d+)\b)?/;
const SECTION = /^(?: and)? ?§(\d+(?:\.\d+)?)(?:, rule (\d+)\b)?/;

/**
 * Citations of documents in a source file that lead nowhere: the page, the heading, the section or the numbered item does not
 * exist. Returns one sentence for each.
 */
export function findDeadCitations(source: string, pages: Pages): string[] {
  const text = joinComments(source);
  const dead = [...text.matchAll(ELSEWHERE)].map(
    ([name]) => `cites "${name}" without a page of the repository`,
  );
  for (const match of text.matchAll(CITATION)) {
    const name = match[0];
    const page = findPage(name, pages);
    if (page === null) dead.push(`cites ${name}, which does not exist`);
    else dead.push(...judgeRest(name, page, text.slice(match.index + name.length, match.index + 200)));
  }
  return dead;
}

/** Paths that the comments of a source file name and that do not exist. A file may be named without its ending. */
export function findDeadCommentPaths(source: string, exists: (path: string) => boolean): string[] {
  const comments = [...source.matchAll(COMMENT)].map(([comment]) => comment).join("\n");
  return [...comments.matchAll(PATH)]
    .map(([path]) => path)
    .filter((path) => !["", ".ts", ".tsx"].some((ending) => exists(path + ending)))
    .map((path) => `names ${path}, which does not exist`);
}

function judgeRest(name: string, page: Page, rest: string): string[] {
  const [whole, anchor, item] = ANCHOR.exec(rest) ?? [];
  if (whole !== undefined && anchor !== undefined) {
    if (!page.anchors.has(anchor)) return [`cites ${name}#${anchor}, which is no heading there`];
    return judgeItem(`${name}#${anchor}`, page.sections.get(anchor) ?? "", item);
  }
  const dead: string[] = [];
  for (let left = rest, next = SECTION.exec(left); next !== null; next = SECTION.exec(left)) {
    const [found, section = "", rule] = next;
    const body = page.sections.get(section);
    if (body === undefined) dead.push(`cites ${name} §${section}, which is no section there`);
    else dead.push(...judgeItem(`${name} §${section}`, body, rule));
    left = left.slice(found.length);
  }
  return dead;
}

/** An item is a line of a numbered list, or a row of a table that begins with its number. */
function judgeItem(where: string, section: string, item: string | undefined): string[] {
  if (item === undefined || new RegExp(`^\\s*(?:${item}\\. |\\| ?${item} ?\\|)`, "m").test(section))
    return [];
  return [`cites number ${item} of ${where}, which is not there`];
}

function findPage(name: string, pages: Pages): Page | null {
  if (name.endsWith(".md")) return pages.get(name) ?? null;
  const full = [...pages.keys()].find((path) => path.startsWith(`${name}-`));
  return full === undefined ? null : (pages.get(full) ?? null);
}

/** Joins the lines of comments, because citations may be broken across them. */
function joinComments(source: string): string {
  return source.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/|#|--)[ \t]*/g, " ");
}

/**
 * Headings of a document: anchors as GitHub makes them, and sections by anchor and, where the heading begins with a number, by
 * that number. A section reaches to the next heading of its level or above.
 */
export function readPage(markdown: string): Page {
  const lines = markdown.replaceAll(/^(`{3,})[\s\S]*?^\1/gm, "").split("\n");
  const headings = lines.flatMap((line, at) => {
    const [, marks = "", title = ""] = /^(#{1,6}) +(.*\S)\s*$/.exec(line) ?? [];
    return marks === "" ? [] : [{ at, level: marks.length, title }];
  });
  const sections = new Map<string, string>();
  for (const [index, { at, level, title }] of headings.entries()) {
    const end = headings.slice(index + 1).find((next) => next.level <= level)?.at ?? lines.length;
    const body = lines.slice(at + 1, end).join("\n");
    sections.set(anchorOf(title), body);
    const number = /^(\d+(?:\.\d+)?)\.?\s/.exec(title)?.[1];
    if (number !== undefined) sections.set(number, body);
  }
  return { anchors: new Set(headings.map(({ title }) => anchorOf(title))), sections };
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}
