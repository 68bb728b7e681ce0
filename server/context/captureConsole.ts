import "server-only";
import { stripVTControlCharacters } from "node:util";
import type { Log } from "./context.ts";

/**
 * Sends what libraries print to the console through the log (Next prints errors of pages), so that secrets are removed in one
 * place. Of printed objects, only errors are described; all others are left out.
 */
export function captureConsole(
  log: Log,
  target: Pick<Console, "error" | "warn" | "info" | "log" | "debug"> = console,
): void {
  const write =
    (level: keyof Log) =>
    (...printed: unknown[]): void => {
      const error = printed.find((value) => value instanceof Error);
      const words = printed.filter((value) => typeof value === "string").map(stripVTControlCharacters);
      const text = words.join(" ").trim();
      if (text === "" && error === undefined) return;
      log[level](
        error === undefined ? { printed: true } : { printed: true, error },
        text || "Printed by a library",
      );
    };
  Object.assign(target, {
    error: write("error"),
    warn: write("warn"),
    info: write("info"),
    log: write("info"),
    debug: () => undefined,
  });
}
