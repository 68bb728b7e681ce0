import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { freePort } from "./freePort.ts";

/** Prints a free port, and lives until its input ends. */
const OTHER = `
  import { freePort } from "#scripts/launch/processes/freePort.ts";
  console.log(await freePort());
  process.stdin.resume();`;

/** A call of `freePort` that would choose these ports, and then others. */
function choosing(...ports: number[]) {
  const others = { next: 20_000 };
  return freePort(() => ports.shift() ?? others.next++);
}

it("a port is given once, although nothing listens on it yet", async () => {
  const first = await freePort();
  const second = await choosing(first, first);
  expect(second).not.toBe(first);
  expect([first, second]).not.toContain(await choosing(second, first));
});

it("a port that another process was given is not given while that process lives", async () => {
  const args = ["--conditions=react-server", "--input-type=module", "-e", OTHER];
  const other = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await once(other.stdout.setEncoding("utf8"), "data");
  const given = Number(line);
  expect(given).toBeGreaterThan(0);
  expect(await choosing(given)).not.toBe(given);
  other.stdin.end();
  await once(other, "exit");
  expect(await choosing(given)).toBe(given);
});
