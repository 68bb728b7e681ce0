import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Layout, Part } from "./measureLayout.ts";

/** The views in which a screen is measured: in the light theme at each width; in the dark one, where only colours differ, at one. */
export const VIEWS = ["light 1280", "light 768", "light 375", "dark 1280"] as const;
export type View = (typeof VIEWS)[number];
/** The layouts of each screen. */
export type Screens = Record<string, Record<View, Layout>>;

const FILE = join("e2e", "layout", "screens.json");
const fileSchema = z.record(z.string(), z.record(z.string(), z.array(z.string().nullable())));

/**
 * Reads the stored layouts. The file has a line for each part, so that a change appears as one line: its first view in full, for
 * the others only the differences (`=`: the same as in the first), null if a view does not have the part.
 */
export function readLayouts(): Screens {
  const screens = Object.entries(fileSchema.parse(JSON.parse(readFileSync(FILE, "utf8"))));
  return Object.fromEntries(screens.map(([screen, parts]) => [screen, layoutsOf(parts)]));
}

function layoutsOf(parts: Record<string, (string | null)[]>): Record<View, Layout> {
  const layouts: Record<View, Layout> = {
    "light 1280": {},
    "light 768": {},
    "light 375": {},
    "dark 1280": {},
  };
  for (const [part, kept] of Object.entries(parts)) {
    const base = kept.find((each) => each !== null)?.split(" ") ?? [];
    for (const [index, view] of VIEWS.entries()) {
      const own = kept[index]?.split(" ");
      if (own !== undefined)
        layouts[view][part] = base.map((value, at) => (own[at] ?? "=").replace(/^=?$/, value));
    }
  }
  return layouts;
}

/** Stores the layouts for the next run. */
export function writeLayouts(screens: Screens): void {
  const texts = Object.entries(screens).map(([screen, layouts]) => {
    const parts = new Set(VIEWS.flatMap((view) => Object.keys(layouts[view])));
    const lines = [...parts].map((part) => {
      const base = VIEWS.map((view) => layouts[view][part]).find((each) => each !== undefined) ?? [];
      const kept = VIEWS.map((view) => textOf(layouts[view][part], base));
      return `  ${JSON.stringify(part)}: ${JSON.stringify(kept)}`;
    });
    return ` ${JSON.stringify(screen)}: {\n${lines.join(",\n")}\n }`;
  });
  writeFileSync(FILE, `{\n${texts.join(",\n")}\n}\n`);
}

function textOf(part: Part | undefined, base: Part): string | null {
  if (part === undefined) return null;
  if (part === base) return part.join(" ");
  return part
    .map((value, index) => (value === base[index] ? "=" : value))
    .join(" ")
    .replace(/( ?=)+$/, "");
}
