/** The meanings of colours. The first two say nothing about an outcome. */
export const TONES = ["neutral", "accent", "processing", "done", "partial", "refused", "unknown"] as const;
export type Tone = (typeof TONES)[number];

/** Tinted background, border and text of a tone, with AA contrast in both themes. */
export const TONE_SURFACE: Record<Tone, string> = {
  neutral: "bg-hover border-line text-ink-soft",
  accent: "bg-accent-soft border-accent-line text-accent-text",
  processing: "bg-processing-soft border-processing-line text-processing",
  done: "bg-done-soft border-done-line text-done",
  partial: "bg-partial-soft border-partial-line text-partial",
  refused: "bg-refused-soft border-refused-line text-refused",
  unknown: "bg-unknown-soft border-unknown-line text-unknown",
};

export const TONE_TEXT: Record<Tone, string> = {
  neutral: "text-ink-soft",
  accent: "text-accent-text",
  processing: "text-processing",
  done: "text-done",
  partial: "text-partial",
  refused: "text-refused",
  unknown: "text-unknown",
};
