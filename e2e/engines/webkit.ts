import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { freePort } from "#scripts/launch/processes/freePort.ts";
import { makeHome, startInHome } from "./browserProcess.ts";
import type { Engine } from "./engine.ts";

const answerSchema = z.object({ value: z.unknown() });
const failureSchema = z.object({ error: z.string(), message: z.string() });
const sessionSchema = z.object({ sessionId: z.string() });
/** What a page has reported since the last look at it, and what the function of the look returned. */
const lookSchema = z.object({ errors: z.array(z.string()), result: z.unknown() });
/** A bus for this browser alone: the desktop's services, such as portals, would be started for nothing. */
const BUS = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth><policy context="default">
<allow send_destination="*"/><allow own="*"/></policy></busconfig>`;

/** Where WebKit's driver and its browser are. */
export type WebkitPrograms = { driver: string; browser: string };

/** Starts WebKitGTK on a display of its own, in memory: it has no mode without a window. */
export async function startWebkit({ driver, browser }: WebkitPrograms): Promise<Engine> {
  const home = makeHome();
  const bus = join(home.path, "bus.conf");
  writeFileSync(bus, BUS);
  const port = await freePort();
  const screen = "-screen 0 1400x1000x24";
  const args = [`--config-file=${bus}`, "--", "xvfb-run", "-a", "-s", screen, driver, `--port=${port}`];
  const process = startInHome("dbus-run-session", args, home, {
    // Without a graphics card, frames go through memory. Compositing stays on: without it, navigations stall.
    WEBKIT_DMABUF_RENDERER_FORCE_SHM: "1",
    LIBGL_ALWAYS_SOFTWARE: "1",
    NO_AT_BRIDGE: "1",
  });
  const ended = process.line(/^(?!)/);
  ended.catch(() => undefined);
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = answerSchema.parse(await answer.json());
    const failure = failureSchema.safeParse(value);
    if (!answer.ok)
      throw new Error(failure.data === undefined ? "" : `${failure.data.error}: ${failure.data.message}`);
    return value;
  };
  await Promise.race([ended, untilTrue(async () => (await call("GET", "/status")) !== null)]);
  const capabilities = {
    alwaysMatch: {
      // Otherwise an error that a page reports while it loads would be missed.
      pageLoadStrategy: "none",
      "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] },
    },
  };
  const { sessionId } = sessionSchema.parse(await call("POST", "/session", { capabilities }));
  const session = `/session/${sessionId}`;
  const post = (path: string, body: object = {}): Promise<unknown> =>
    call("POST", `${session}/${path}`, body);

  const errors: string[] = [];
  async function run<Argument, Result>(
    inPage: (argument: Argument) => Result,
    argument: Argument,
  ): Promise<Result> {
    const script = `return (${look.toString()})(${inPage.toString()}, arguments[0])`;
    const text = z.string().parse(await post("execute/sync", { script, args: [JSON.stringify(argument)] }));
    const seen = lookSchema.parse(JSON.parse(text));
    errors.push(...seen.errors);
    // It is what the function returned, by way of JSON.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return seen.result as Result;
  }

  return {
    open: async (url) => {
      await run(() => document.documentElement.setAttribute("data-left", ""), null);
      await post("url", { url });
      await untilTrue(() =>
        run(
          () => document.readyState === "complete" && !document.documentElement.hasAttribute("data-left"),
          null,
        ),
      );
    },
    goBack: async () => void (await post("back")),
    run,
    perform: async (actions) => void (await post("actions", { actions })),
    resize: async (width) => {
      // The frame of the window takes a part of its size, and how much is known only afterwards.
      for (let frame = 0, tries = 0; tries < 3; tries++) {
        await post("window/rect", { width: width + frame, height: 960 });
        const inner = await run(() => window.innerWidth, null);
        if (inner === width) return;
        frame += width - inner;
      }
    },
    picture: async () => Buffer.from(z.string().parse(await call("GET", `${session}/screenshot`)), "base64"),
    consoleErrors: () => errors,
    downloads: home.downloads,
    close: async () => {
      await call("DELETE", session).catch(() => undefined);
      await process.end();
    },
  };
}

/** Asks until the answer is yes; no answer is a no: the driver listens a moment after it was started, and pages replace each other. */
async function untilTrue(ask: () => Promise<boolean>): Promise<void> {
  while (!(await ask().catch(() => false))) await sleep(50);
}

/**
 * Runs in the page: has it collect what goes to its console as an error, as WebKit's driver says nothing of the console; runs a
 * function, and returns what it returned and what was collected since the last look.
 */
function look(inPage: (argument: unknown) => unknown, argument: string): string {
  // The page's own property, which no type knows.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const page = window as unknown as { seenErrors?: string[] };
  if (page.seenErrors === undefined) {
    const seen: string[] = (page.seenErrors = []);
    const { error } = console;
    console.error = (...parts: unknown[]): void => {
      seen.push(parts.map(String).join(" "));
      error.apply(console, parts);
    };
    window.addEventListener("error", ({ message }) => seen.push(message));
    window.addEventListener("unhandledrejection", ({ reason }) => seen.push(String(reason)));
    window.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      seen.push(`blocked by ${violatedDirective}: ${blockedURI}`),
    );
  }
  const result = inPage(JSON.parse(argument));
  return JSON.stringify({ errors: page.seenErrors.splice(0), result: result ?? null });
}
