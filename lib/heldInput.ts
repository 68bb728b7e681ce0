/**
 * What a person did where the page was not interactive yet: a button pressed, a field changed or a form sent. A script in the page's head
 * keeps it back (server/http/holdInput.ts), until React can do it (components/shell/heldInput).
 */
export type HeldInput = Readonly<{
  type: "click" | "input" | "submit";
  /** The button, the field or the form. */
  element: Element;
  /** The button by which a form was sent, if it was one. */
  submitter?: HTMLElement | null;
  /** What the button said then. */
  label: string | null;
  /** What the field held then. */
  value?: string;
  checked?: boolean;
  /** When, in milliseconds since the page was opened. */
  at: number;
}>;

declare global {
  interface Window {
    heldInput?: HeldInput[];
    /** Called when there is more; set once React is there. */
    doHeldInput?: () => void;
  }
}
