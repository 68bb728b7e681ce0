import type { Tone } from "#components/ui/display/tones.ts";

/** What a person can do about a message, such as undo. */
export type ToastAction = { label: string; act: () => void };
export type ToastMessage = {
  id: number;
  tone: Tone;
  title: string;
  detail: string | null;
  values: readonly string[];
  action: ToastAction | null;
};
type Listener = (message: ToastMessage) => void;

const listeners = new Set<Listener>();
let last = 0;

/**
 * Shows a message for a few seconds. Use a Banner for anything that must be acted on.
 * @param options `values`: names and other values of people and of the service in it, which browsers don't translate.
 */
export function toast(
  title: string,
  options: { tone?: Tone; detail?: string; values?: readonly string[]; action?: ToastAction } = {},
): void {
  last += 1;
  const { tone = "neutral", detail = null, values = [], action = null } = options;
  const message = { id: last, tone, title, detail, values, action };
  for (const listener of listeners) listener(message);
}

export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
