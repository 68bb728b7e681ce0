import type { Tone } from "#components/ui/display/tones.ts";

export type ToastMessage = { id: number; tone: Tone; title: string; detail: string | null };
type Listener = (message: ToastMessage) => void;

const listeners = new Set<Listener>();
let last = 0;

/** Tells a person that something has happened, for a few seconds. What must be acted on belongs into a Banner. */
export function toast(title: string, options: { tone?: Tone; detail?: string } = {}): void {
  last += 1;
  const message = { id: last, tone: options.tone ?? "neutral", title, detail: options.detail ?? null };
  for (const listener of listeners) listener(message);
}

export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
