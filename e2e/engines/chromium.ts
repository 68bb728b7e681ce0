import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import type { Engine, InputSource } from "./engine.ts";
import { KEYS } from "./keys.ts";

/** Starts Chromium, to compare the others with it: journeys drive it by Playwright alone. */
export async function startChromium(executablePath: string): Promise<Engine> {
  const downloads = mkdtempSync(join(tmpdir(), "codedesk-engine-"));
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--no-proxy-server"],
    downloadsPath: downloads,
  });
  const page = await browser.newPage({ locale: "en-GB", reducedMotion: "reduce" });
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return {
    open: async (address) => void (await page.goto(address)),
    goBack: async () => void (await page.goBack()),
    run: async (inPage, argument) => {
      const source = `(${inPage.toString()})(${JSON.stringify(argument)})`;
      return page.evaluate(source);
    },
    perform: async (sources) => {
      for (const source of sources) await performIn(page, source);
    },
    resize: (width) => page.setViewportSize({ width, height: 900 }),
    picture: () => page.screenshot(),
    consoleErrors: () => errors,
    downloads,
    close: async () => {
      await browser.close();
      rmSync(downloads, { recursive: true, force: true });
    },
  };
}

async function performIn(page: Page, source: InputSource): Promise<void> {
  for (const action of source.actions) {
    if (action.type === "keyDown") await page.keyboard.down(nameOf(action.value));
    else if (action.type === "keyUp") await page.keyboard.up(nameOf(action.value));
    else if (action.type === "pointerMove") await page.mouse.move(action.x, action.y);
    else if (action.type === "pointerDown") await page.mouse.down();
    else await page.mouse.up();
  }
}

/** What Playwright calls a key. */
function nameOf(value: string): string {
  return Object.entries(KEYS).find(([, key]) => key === value)?.[0] ?? value;
}
