import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { connectBidi } from "./bidi.ts";
import { makeHome, startInHome } from "./browserProcess.ts";
import type { Engine } from "./engine.ts";

const treeSchema = z.object({ contexts: z.array(z.object({ context: z.string() })) });
const resultSchema = z.union([
  z.object({ type: z.literal("success"), result: z.object({ value: z.string() }) }),
  z.object({ type: z.literal("exception"), exceptionDetails: z.object({ text: z.string() }) }),
]);
const pictureSchema = z.object({ data: z.string() });
const entrySchema = z.object({ level: z.string(), text: z.string().nullable() });
/** Not an error of a page: it was left (`NS_BINDING_ABORTED`, 0x804b0002) while a font was on its way. */
const FONT_OF_LEFT_PAGE = /^downloadable font: download failed .*status=2152398850 /;

/** Starts Firefox without a window. It speaks WebDriver BiDi by itself. */
export async function startFirefox(program: string): Promise<Engine> {
  const home = makeHome();
  const preferences = {
    "browser.download.folderList": 2,
    "browser.download.dir": home.downloads,
    "browser.download.useDownloadDir": true,
    "browser.helperApps.neverAsk.saveToDisk": "text/csv,application/json,application/octet-stream",
    "intl.accept_languages": "en-GB",
    "network.proxy.type": 0,
    "ui.prefersReducedMotion": 1,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(home.path, "user.js"), lines.join(""));
  const args = ["--headless", "--no-remote", "--profile", home.path, "--remote-debugging-port", "0"];
  const firefox = startInHome(program, args, home);
  const [, address] = await firefox.line(/WebDriver BiDi listening on (ws:\S+)/);
  const errors: string[] = [];
  const bidi = await connectBidi(`${address}/session`, (method, params) => {
    const entry = entrySchema.safeParse(params);
    if (method !== "log.entryAdded" || entry.data?.level !== "error") return;
    const text = entry.data.text ?? JSON.stringify(params);
    if (!FONT_OF_LEFT_PAGE.test(text)) errors.push(text);
  });
  await bidi.send("session.new", { capabilities: {} });
  await bidi.send("session.subscribe", { events: ["log.entryAdded"] });
  const context = treeSchema.parse(await bidi.send("browsingContext.getTree", {})).contexts[0]?.context;

  async function run<Argument, Result>(
    inPage: (argument: Argument) => Result,
    argument: Argument,
  ): Promise<Result> {
    const answer = await bidi.send("script.callFunction", {
      functionDeclaration: `async (text) => JSON.stringify((await (${inPage.toString()})(JSON.parse(text))) ?? null)`,
      arguments: [{ type: "string", value: JSON.stringify(argument) }],
      target: { context },
      awaitPromise: true,
      userActivation: false,
    });
    const result = resultSchema.parse(answer);
    if (result.type === "exception") throw new Error(`in the page: ${result.exceptionDetails.text}`);
    return JSON.parse(result.result.value);
  }

  return {
    open: async (url) =>
      void (await bidi.send("browsingContext.navigate", { context, url, wait: "complete" })),
    goBack: async () => void (await bidi.send("browsingContext.traverseHistory", { context, delta: -1 })),
    run,
    perform: async (actions) => void (await bidi.send("input.performActions", { context, actions })),
    resize: async (width) => {
      await bidi.send("browsingContext.setViewport", { context, viewport: { width, height: 900 } });
    },
    picture: async () => {
      const { data } = pictureSchema.parse(await bidi.send("browsingContext.captureScreenshot", { context }));
      return Buffer.from(data, "base64");
    },
    consoleErrors: () => errors,
    downloads: home.downloads,
    close: async () => {
      bidi.close();
      await firefox.end();
    },
  };
}
