import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { logPath, supervise } from "#scripts/launch/processes/supervisor.ts";

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

/** Fails as Next does if its port is taken: prints an error with its stack and properties. */
const FAILING = `
  console.error(" ⨯ Failed to start server");
  console.error(Object.assign(new Error("listen EADDRINUSE: address already in use 127.0.0.1:4000"), { code: "EADDRINUSE" }));
  process.exit(1);`;
const THROWING = `console.log("Starting"); throw Object.assign(new Error("no room left"), { code: "ENOSPC" });`;
const SILENT = "process.exit(1)";

it.each([
  [FAILING, "Error: listen EADDRINUSE: address already in use 127.0.0.1:4000"],
  [THROWING, "Error: no room left"],
  [SILENT, null],
])("of a program that has ended, the message is quoted that its log ends with", async (script, quoted) => {
  const dataDir = mkdtempSync(join(tmpdir(), "codedesk-logs-"));
  const program = { name: "program", command: process.execPath, env: { NODE_ENV: "test" } } as const;
  try {
    const ended = supervise(dataDir, async (supervisor) =>
      supervisor.start({ ...program, args: ["-e", script], output: "file" }),
    );
    const quote =
      quoted === null ? "" : ` Its log ends with: ${quoted} (whole log: ${logPath(dataDir, "program")})`;
    await expect(ended).rejects.toMatchObject({ message: `The program has ended (exit code 1).${quote}` });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
