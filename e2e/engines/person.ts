import { setTimeout as sleep } from "node:timers/promises";
import type { Engine, InputSource } from "./engine.ts";
import { KEYS, type Key } from "./keys.ts";
import { locate, stepsTo, type Found, type Sought } from "./locate.ts";

/** Much more than a slow machine needs. */
const PATIENCE_MS = 120_000;

/** Somebody who uses the pages of one dashboard in a browser: looks for things, presses them, types. */
export type Person = ReturnType<typeof personAt>;

export function personAt(engine: Engine, origin: string) {
  const look = (sought: Sought): Promise<Found> => engine.run(locate, stepsTo(sought));

  /** Looks again and again, also while one page replaces another, until what is seen is as it should be. */
  async function until<Seen>(
    what: string,
    see: () => Promise<Seen>,
    isRight: (seen: Seen) => boolean,
  ): Promise<Seen> {
    const end = Date.now() + PATIENCE_MS;
    let last: unknown = null;
    while (Date.now() < end) {
      try {
        const seen = await see();
        if (isRight(seen)) return seen;
        last = seen;
      } catch (error) {
        last = error;
      }
      await sleep(50);
    }
    throw new Error(`${what}; last: ${last instanceof Error ? last.message : JSON.stringify(last)}`, {
      cause: await described(engine),
    });
  }

  async function press(sought: Sought): Promise<void> {
    let before: Found | null = null;
    // What moves is pressed where it comes to rest.
    const { x, y } = await until(
      `${nameOf(sought)} can be pressed`,
      () => look(sought),
      (found) => {
        const rests = before?.x === found.x && before.y === found.y;
        before = found;
        return found.pressable && rests;
      },
    );
    await engine.perform([
      {
        type: "pointer",
        id: "mouse",
        parameters: { pointerType: "mouse" },
        actions: [
          { type: "pointerMove", x, y, origin: "viewport" },
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
        ],
      },
    ]);
  }

  async function type(text: string): Promise<void> {
    await engine.perform([keys(Array.from(text).flatMap((value) => [down(value), up(value)]))]);
  }

  async function key(name: Key, character?: string): Promise<void> {
    const values = [KEYS[name], ...(character === undefined ? [] : [character])];
    await engine.perform([keys([...values.map(down), ...values.toReversed().map(up)])]);
  }

  return {
    open: (path: string) => engine.open(origin + path),
    goBack: () => engine.goBack(),
    press,
    type,
    key,
    /** Replaces what is in a field. */
    async enter(field: Sought, text: string): Promise<void> {
      await press(field);
      await until(
        `${nameOf(field)} has the focus`,
        () => look(field),
        ({ focused }) => focused,
      );
      await key("Control", "a");
      await type(text);
      await until(
        `${nameOf(field)} holds "${text}"`,
        () => look(field),
        ({ value }) => value === text,
      );
    },
    /** Waits until it is there. */
    sees: (sought: Sought) =>
      until(
        `${nameOf(sought)} is there`,
        () => look(sought),
        ({ count }) => count > 0,
      ),
    seesNo: (sought: Sought) =>
      until(
        `${nameOf(sought)} is not there`,
        () => look(sought),
        ({ count }) => count === 0,
      ),
    seesFocusIn: (sought: Sought) =>
      until(
        `${nameOf(sought)} has the focus`,
        () => look(sought),
        ({ focused }) => focused,
      ),
    seesValue: (field: Sought, isRight: (value: string) => boolean) =>
      until(
        `${nameOf(field)} holds what it should`,
        () => look(field),
        ({ value }) => isRight(value),
      ),
    isAt: (path: RegExp) =>
      until(
        `the address matches ${path}`,
        () => engine.run(() => location.pathname + location.search, null),
        (at) => path.test(at),
      ),
    /** Waits until nothing is loading and the page no longer changes. */
    async seesRest(): Promise<void> {
      let before = "";
      await until(
        "the page rests",
        () =>
          engine.run(
            () => [document.querySelectorAll("[aria-busy=true]").length, document.body.innerText] as const,
            null,
          ),
        ([busy, text]) => {
          const rests = busy === 0 && text === before;
          before = text;
          return rests;
        },
      );
    },
    /** The whole text of the page, seen or not. */
    pageText: () => engine.run(() => document.documentElement.outerHTML, null),
  };
}

function nameOf({ role, name, within }: Sought): string {
  const own = `${role ?? "text"} ${name === undefined ? "" : String(name)}`.trim();
  return within === undefined ? own : `${own} in ${nameOf(within)}`;
}

function keys(actions: { type: "keyDown" | "keyUp"; value: string }[]): InputSource {
  return { type: "key", id: "keyboard", actions };
}
const down = (value: string) => ({ type: "keyDown" as const, value });
const up = (value: string) => ({ type: "keyUp" as const, value });

/** What the page shows, and the console said, when something was not as expected. */
async function described(engine: Engine): Promise<string> {
  const page = await engine
    .run(() => `${location.href}\n${document.body.innerText.slice(0, 3_000)}`, null)
    .catch((error: unknown) => String(error));
  return `${page}\nconsole: ${engine.consoleErrors().join("; ")}`;
}
