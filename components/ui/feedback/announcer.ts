/** The one polite voice of the page; components/ui/feedback/Announcer.tsx speaks it. */
type Listener = (text: string) => void;
const listeners = new Set<Listener>();

/** Has a screen reader say `text` when it is free. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text);
}

export function onAnnouncement(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
