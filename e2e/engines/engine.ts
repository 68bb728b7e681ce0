/** What a person does with a pointer or a keyboard, in the form that both WebDriver and WebDriver BiDi take. */
export type InputSource =
  | { type: "key"; id: string; actions: { type: "keyDown" | "keyUp"; value: string }[] }
  | {
      type: "pointer";
      id: string;
      parameters: { pointerType: "mouse" };
      actions: (
        | { type: "pointerMove"; x: number; y: number; origin: "viewport" }
        | { type: "pointerDown" | "pointerUp"; button: number }
      )[];
    };

/** A browser of another make than Chromium, in the protocol that it speaks. */
export type Engine = {
  /** Opens an address and waits until it is loaded. */
  open(address: string): Promise<void>;
  goBack(): Promise<void>;
  /** Runs a function in the page; it, its argument and its result go over as text, so it can use nothing outside of itself. */
  run<Argument, Result>(inPage: (argument: Argument) => Result, argument: Argument): Promise<Result>;
  perform(sources: readonly InputSource[]): Promise<void>;
  /** Gives the page this width in CSS pixels, where the browser can. */
  resize(width: number): Promise<void>;
  /** The visible part of the page as PNG. */
  picture(): Promise<Buffer>;
  /** What the console has reported as an error since the browser was started. */
  consoleErrors(): string[];
  /** Where it saves downloads. */
  downloads: string;
  close(): Promise<void>;
};
