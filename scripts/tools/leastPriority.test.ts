import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { describe, expect, it, onTestFinished } from "vitest";
import { runProgram } from "./runTool.ts";
import { signalIfRunning } from "./signalIfRunning.ts";

/** Waits until its priority and its session's are what is expected, at most ten seconds. */
const UNTIL_LOWERED = `
  const { readFileSync, existsSync } = require("node:fs");
  const session = "/proc/self/autogroup";
  const end = Date.now() + 10_000;
  const look = () => {
    const priority = require("node:os").getPriority();
    const nice = existsSync(session) ? Number(/nice (-?\\d+)/.exec(readFileSync(session, "utf8"))?.[1]) : null;
    if ((priority === 19 && (nice === null || nice === 19)) || Date.now() > end) console.log(JSON.stringify({ priority, nice }));
    else setTimeout(look, 20);
  };
  look();
`;

/** Starts a program at the least priority, prints its process id, and waits for it. */
const STARTER = `
  import { runProgram } from "#scripts/tools/runTool.ts";
  const wait = "process.stdout.write(String(process.pid)); setInterval(() => {}, 60_000)";
  await runProgram(process.execPath, ["-e", wait], { live: true, leastPriority: true });
`;

describe("a program at the least priority", () => {
  it("has the lowest priority, and so has its session among the others", async () => {
    const { output } = await runProgram(process.execPath, ["-e", UNTIL_LOWERED], { leastPriority: true });
    const low = constants.priority.PRIORITY_LOW;
    const nice = existsSync("/proc/self/autogroup") ? low : null;
    expect(JSON.parse(output)).toEqual({ priority: low, nice });
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "ends with who started it, on %s",
    { timeout: 30_000 },
    async (signal) => {
      const flags = ["--conditions=react-server", "--input-type=module"];
      const starter = spawn(process.execPath, [...flags, "-e", STARTER], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const pid = Number(await new Promise((resolve) => starter.stdout.once("data", resolve)));
      onTestFinished(() => signalIfRunning(pid, "SIGKILL"));
      // The program shares this output, so it closes only once both have ended.
      const closed = once(starter, "close");
      starter.kill(signal);
      expect(await closed).toEqual([null, signal]);
    },
  );
});
