/** The classes of everything that one types or chooses in. 16 px on phones, because they zoom in on smaller text. */
export const CONTROL =
  "block w-full min-h-9 rounded-md border border-line-strong bg-canvas px-2.5 py-1 text-ink max-sm:text-base/6 " +
  "transition-colors hover:border-ink-faint aria-invalid:border-refused disabled:bg-surface " +
  "disabled:text-ink-faint disabled:cursor-not-allowed [&[readonly]]:bg-surface";
