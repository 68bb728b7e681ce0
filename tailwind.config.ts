import type { Config } from "tailwindcss";

/** One state: its text, its tinted ground and its border (globals.css holds the values for light and dark). */
const state = (name: string) => ({
  DEFAULT: `var(--${name})`,
  soft: `var(--${name}-soft)`,
  line: `var(--${name}-line)`,
});

/** The visual language: one neutral scale, one accent, five state colours. Nothing else has a colour. */
export default {
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      canvas: "var(--canvas)",
      surface: "var(--surface)",
      raised: "var(--raised)",
      hover: "var(--hover)",
      line: { DEFAULT: "var(--line)", strong: "var(--line-strong)" },
      ink: { DEFAULT: "var(--ink)", soft: "var(--ink-soft)", faint: "var(--ink-faint)" },
      accent: {
        DEFAULT: "var(--accent)",
        hover: "var(--accent-hover)",
        on: "var(--accent-on)",
        text: "var(--accent-text)",
        soft: "var(--accent-soft)",
        line: "var(--accent-line)",
      },
      danger: { DEFAULT: "var(--danger)", hover: "var(--danger-hover)", on: "var(--danger-on)" },
      processing: state("processing"),
      done: state("done"),
      partial: state("partial"),
      refused: state("refused"),
      unknown: state("unknown"),
      sandbox: { DEFAULT: "var(--sandbox)", on: "var(--sandbox-on)" },
    },
    extend: {
      // Narrower than a sheet of A4 with a browser's margins, so that tables have their columns on paper.
      screens: { md: "43rem" },
      fontFamily: {
        sans: "var(--sans)",
        // Each letter as it is: a ligature would draw the "!=" of a code as one sign.
        mono: ["var(--mono)", { fontFeatureSettings: '"calt" 0, "liga" 0' }],
      },
      boxShadow: {
        raised: "0 1px 2px rgb(0 0 0 / 0.06), 0 8px 24px rgb(0 0 0 / 0.14)",
      },
      // What sticks below the bars of the shell, such as the head of a table.
      inset: { bars: "var(--bars)" },
      spacing: { bars: "var(--bars)" },
    },
  },
} satisfies Config;
