import type { Tone } from "#components/ui/display/tones.ts";

/** What a person can do about a message, such as undoing what it tells of. */
export type ToastAction = { label: string; act: () => void };
export type ToastMessage = {
  id: number;
  tone: Tone;
  title: string;
  detail: string | null;
  action: ToastAction | null;
};
type Listener = (message: ToastMessage) => void;

const listeners = new Set<Listener>();
let last = 0;

/** Tells a person that something has happened, for a few seconds. What must be acted on belongs into a Banner. */
export function toast(
  title: string,
  options: { tone?: Tone; detail?: string; action?: ToastAction } = {},
): void {
  last += 1;
  const { tone = "neutral", detail = null, action = null } = options;
  const message = { id: last, tone, title, detail, action };
  for (const listener of listeners) listener(message);
}

export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
