import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { logPath, supervise } from "#scripts/stack/processes/supervisor.ts";

/** Writes a line, and another one once there is a file. */
const WRITER = `
  const { existsSync, writeSync } = require("node:fs");
  writeSync(1, "first\\n");
  const timer = setInterval(() => {
    if (!existsSync(process.argv[1])) return;
    clearInterval(timer);
    writeSync(1, "second\\n");
  }, 10);`;

it("a program's log starts again with it, and keeps what others add meanwhile", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "codedesk-logs-"));
  const log = logPath(dataDir, "writer");
  const signal = join(dataDir, "go on");
  try {
    writeFileSync(log, "of an earlier start\n");
    await supervise(dataDir, async (supervisor) => {
      const args = ["-e", WRITER, signal];
      const ended = supervisor.finish({
        name: "writer",
        command: process.execPath,
        args,
        env: { NODE_ENV: "test" },
        output: "file",
      });
      await expect.poll(() => readFileSync(log, "utf8")).toBe("first\n");
      appendFileSync(log, "from elsewhere\n");
      writeFileSync(signal, "");
      expect(await ended).toBe(0);
      supervisor.done();
    });
    expect(readFileSync(log, "utf8")).toBe("first\nfrom elsewhere\nsecond\n");
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
