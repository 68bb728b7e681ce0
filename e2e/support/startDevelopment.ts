import { spawn } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { freePort } from "#scripts/launch/processes/freePort.ts";
import { makeTestDirectory } from "#scripts/testStack/testDirectory.ts";

export type Development = { url: string; stop: () => Promise<void> };

/** Starts what `npm run dev` starts, with data of its own, and waits until it is ready. */
export async function startDevelopment(): Promise<Development> {
  const dataDir = makeTestDirectory("codedesk-development-");
  // If this runs as root, the database's account must be able to enter the directory.
  chmodSync(dataDir, 0o711);
  const port = await freePort();
  const child = spawn(process.execPath, ["--conditions=react-server", "scripts/dev.ts"], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  const ready = Promise.withResolvers<void>();
  // Read to the end, or the program would wait for its reader.
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line.startsWith("Demo members")) ready.resolve();
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await gone;
    rmSync(dataDir, { recursive: true, force: true });
  };
  void gone.then(() => ready.reject(new Error("`npm run dev` did not start: see above.")));
  await ready.promise;
  return { url: `http://localhost:${port}`, stop };
}
