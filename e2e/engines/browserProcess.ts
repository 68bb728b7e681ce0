import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { signalIfRunning } from "#scripts/tools/signalIfRunning.ts";

/** A browser's own home, which is removed with it. */
export type Home = { path: string; downloads: string };

export function makeHome(): Home {
  const path = mkdtempSync(join(tmpdir(), "codedesk-engine-"));
  const downloads = join(path, "downloads");
  for (const folder of [downloads, join(path, ".config", "gtk-3.0")]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(path, ".config", "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  // Journeys in Chromium also ask for reduced motion.
  const settings = "[Settings]\ngtk-enable-animations=0\n";
  writeFileSync(join(path, ".config", "gtk-3.0", "settings.ini"), settings);
  return { path, downloads };
}

export type BrowserProcess = {
  /** Resolves with the first line of its output that matches. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  end(): Promise<void>;
};

/** Starts a program in a home of its own and in a process group of its own, which `end` ends with all that it has started. */
export function startInHome(
  command: string,
  args: readonly string[],
  home: Home,
  variables: Record<string, string> = {},
): BrowserProcess {
  const child = spawn(command, args, {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      HOME: home.path,
      XDG_CONFIG_HOME: join(home.path, ".config"),
      LANG: "C.UTF-8",
      // The dashboard is on this machine.
      no_proxy: "127.0.0.1",
      ...variables,
    },
  });
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  const lines: string[] = [];
  const waiting = new Set<(line: string) => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      for (const hear of waiting) hear(line);
    });
  }
  return {
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const hear = (line: string): void => {
          const match = pattern.exec(line);
          if (match !== null) resolve(match);
        };
        for (const line of lines) hear(line);
        waiting.add(hear);
        void gone.then(() => reject(new Error(`${command} ended:\n${lines.slice(-20).join("\n")}`)));
      }),
    end: async () => {
      if (child.pid !== undefined) signalIfRunning(-child.pid, "SIGTERM");
      await gone;
      if (child.pid !== undefined) signalIfRunning(-child.pid, "SIGKILL");
      rmSync(home.path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
