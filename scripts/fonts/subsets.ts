import { readFile } from "node:fs/promises";
import path from "node:path";
import subsetFont from "subset-font";

/** A font file of app/fonts, made of one of a package: the characters that pages are mostly written with, in the weights that they use. */
type Subset = { from: string; ranges: string; features: readonly string[] };

const INTER = "inter/files/inter-latin-wght-normal.woff2";
/** Kerning, digits of equal width, and the two sets that app/globals.css chooses. */
const INTER_FEATURES = ["kern", "tnum", "cv11", "ss03"];
/** app/globals.css names each file with the same ranges. */
export const SUBSETS: Readonly<Record<string, Subset>> = {
  // Every page has these: English, and the signs of prices. Preloaded, so each kilobyte delays the first paint.
  "inter-basic.woff2": {
    from: INTER,
    ranges:
      "U+0020-007E, U+00A0, U+00A3, U+00A5, U+00A7, U+00A9, U+00B7, U+00D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+20AC, U+2191, U+2193, U+2212",
    features: INTER_FEATURES,
  },
  // Loaded when a text has one of them, such as a name.
  "inter-latin.woff2": {
    from: INTER,
    ranges:
      "U+00A1-00A2, U+00A4, U+00A6, U+00A8, U+00AA-00B6, U+00B8-00D6, U+00D8-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-2012, U+2015-2017, U+201A-201B, U+201E-2021, U+2023-2025, U+2027-206F, U+2122, U+2215, U+FEFF, U+FFFD",
    features: INTER_FEATURES,
  },
  // No feature at all: a ligature would draw the "!=" of a code as one sign.
  "mono-latin.woff2": {
    from: "jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2",
    ranges: "U+0020-00FF, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD",
    features: [],
  },
};

/** Makes a subset of the installed package; the same bytes each time. */
export async function makeSubset({ from, ranges, features }: Subset): Promise<Buffer> {
  const font = await readFile(path.join("node_modules/@fontsource-variable", from));
  return subsetFont(font, charactersOf(ranges), {
    targetFormat: "woff2",
    variationAxes: { wght: { min: 400, max: 700, default: 400 } },
    keepFeatures: features,
  });
}

function charactersOf(ranges: string): string {
  return ranges
    .split(", ")
    .flatMap((range) => {
      const [first = 0, last = first] = range
        .slice("U+".length)
        .split("-")
        .map((point) => Number.parseInt(point, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join("");
}
