import type { Page } from "@playwright/test";

/** The position and look of a part of a page: `x y width height colour background size weight`. */
export type Part = readonly string[];
/** The parts of a page by what they are. */
export type Layout = Record<string, Part>;

/** The parts of a page, whatever data it shows: its frame, headings, and everything interactive. */
const PARTS =
  "header, nav, main, aside, h1, h2, th, [role=tab], [role=search], button, a[href], input, select, textarea";

/** Parts that are still loading. */
const UNFINISHED = "[aria-busy=true], [data-skeleton]";
const PATIENCE_MS = 10_000;

/**
 * Measures the parts of a page once nothing is loading and two consecutive measurements agree. Numbers, dates and references in
 * their names are left out, so that the page is the same on another day. `inside`: measures only what is inside.
 */
export function measureLayout(page: Page, inside = ""): Promise<Layout> {
  const parts = PARTS.split(", ").map((part) => `${inside} ${part}`);
  return page.evaluate(measureWhenStable, {
    selector: parts.join(", "),
    unfinished: UNFINISHED,
    patienceMs: PATIENCE_MS,
  });
}

/** Runs in the page, so it can use nothing from this file. */
async function measureWhenStable(wanted: {
  selector: string;
  unfinished: string;
  patienceMs: number;
}): Promise<Record<string, string[]>> {
  const nameOf = (element: Element): string =>
    (element.getAttribute("aria-label") ?? element.getAttribute("placeholder") ?? element.textContent)
      .replaceAll(/CD-[\w-]+/g, "CD-")
      .replaceAll(/\d+ unread notices?|Notices/g, "notices")
      .replaceAll(/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\w*/g, "month")
      .replaceAll(/[\d.,:\s€£$¥]+/g, " ")
      .trim()
      .slice(0, 40);
  const toHex = (colour: string): string => {
    const [, ...channels] = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(colour) ?? [];
    if (channels.length === 0) return colour.replaceAll(" ", "");
    const [red, green, blue, alpha] = channels;
    const bytes = [red, green, blue, ...(alpha === undefined ? [] : [Number(alpha) * 255])];
    return `#${bytes.map((each) => Math.round(Number(each)).toString(16).padStart(2, "0")).join("")}`;
  };
  const measure = (): Record<string, string[]> => {
    const layout: Record<string, string[]> = {};
    for (const element of document.querySelectorAll(wanted.selector)) {
      const { x, y, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      if (
        width < 2 ||
        height < 2 ||
        style.visibility === "hidden" ||
        y > 900 ||
        element.closest("tbody, [role=cell]")
      )
        continue;
      // The height and text of the frame depend on its content.
      const isFrame = ["HEADER", "NAV", "MAIN", "ASIDE"].includes(element.tagName);
      const words = isFrame ? (element.getAttribute("aria-label") ?? "") : nameOf(element);
      const name = [element.tagName.toLowerCase(), element.getAttribute("role"), words]
        .filter(Boolean)
        .join(" ");
      let count = 0;
      while (layout[`${name} #${count}`] !== undefined) count += 1;
      const [top, tall] = isFrame ? [0, 0] : [y, height];
      const place = [x, top, width, tall].map((each) => String(Math.round(each)));
      const look = [toHex(style.color), toHex(style.backgroundColor), style.fontSize, style.fontWeight];
      layout[`${name} #${count}`] = [...place, ...look];
    }
    return layout;
  };
  const until = performance.now() + wanted.patienceMs;
  await document.fonts.ready;
  for (let before = ""; performance.now() < until;) {
    // React and the browser have finished after a resize two frames later.
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    const layout = measure();
    const now = JSON.stringify(layout);
    if (now === before && document.querySelector(wanted.unfinished) === null) return layout;
    before = now;
  }
  throw new Error(`${location.href} still loads or moves`);
}

/** How many of a part's values are its position; the others are its look. */
const PLACES = 4;
/** The tolerance for positions, because each browser and system draws letters a little differently. */
const SLACK_PX = 6;
const SLACK_SHARE = 0.02;

/** The differences between two layouts, in words. */
export function differences(before: Layout, now: Layout): string[] {
  const gone = Object.keys(before).filter((part) => now[part] === undefined);
  const added = Object.keys(now).filter((part) => before[part] === undefined);
  const changed = Object.entries(now).flatMap(([part, values]) => {
    const known = before[part];
    if (known === undefined || values.every((value, index) => isSame(value, known[index] ?? "", index)))
      return [];
    return `${part}: was ${known.join(" ")}, is ${values.join(" ")}`;
  });
  return [...gone.map((part) => `${part}: gone`), ...added.map((part) => `${part}: new`), ...changed];
}

/** Positions may differ a little, looks must not. */
function isSame(one: string, other: string, index: number): boolean {
  if (index >= PLACES) return one === other;
  const [first, second] = [Number(one), Number(other)];
  const slack = Math.max(SLACK_PX, SLACK_SHARE * Math.max(Math.abs(first), Math.abs(second)));
  return Math.abs(first - second) <= slack;
}
