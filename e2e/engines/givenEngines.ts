import type { Engine } from "./engine.ts";
import { startFirefox } from "./firefox.ts";
import { startWebkit } from "./webkit.ts";

export type GivenEngine = { name: string; start: () => Promise<Engine> };

/** The browsers that `npm run e2e:engines` or `npm test` has found on this machine. */
export function givenEngines(): GivenEngine[] {
  const { ENGINE_FIREFOX: firefox, ENGINE_WEBKIT: webkit, ENGINE_WEBKIT_DRIVER: driver } = process.env;
  const engines: GivenEngine[] = [];
  if (firefox !== undefined) engines.push({ name: "Firefox", start: () => startFirefox(firefox) });
  if (webkit !== undefined && driver !== undefined) {
    engines.push({ name: "WebKit", start: () => startWebkit({ driver, browser: webkit }) });
  }
  return engines;
}
