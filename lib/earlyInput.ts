/**
 * Input to a part of the page that was not interactive yet: a button pressed, a field changed or a form submitted. A script in
 * the page's head keeps it back (server/http/keepEarlyInput.ts) until React can handle it (components/shell/earlyInput).
 */
export type EarlyInput = Readonly<{
  type: "click" | "input" | "submit";
  /** The button, the field or the form. */
  element: Element;
  /** The button by which a form was submitted, if any. */
  submitter?: HTMLElement | null;
  /** The button's text at that time. */
  label: string | null;
  /** The field's value at that time. */
  value?: string;
  checked?: boolean;
  /** When it happened, in milliseconds since the page was opened. */
  at: number;
}>;

declare global {
  interface Window {
    earlyInput?: EarlyInput[];
    /** The fields whose early input React has not been told of. */
    earlyFields?: Set<Element>;
    /** Called when there is further input; set once React is ready. */
    replayEarlyInput?: () => void;
  }
}
