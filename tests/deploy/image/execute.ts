import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";

/**
 * Runs a program of this machine to its end, and returns its output.
 * @throws Error with what it has written, if it fails
 */
export function execute(
  command: string,
  args: readonly string[],
  variables: Record<string, string> = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, ...variables },
    maxBuffer: 2 ** 28,
  });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(" ")} failed: ${error?.message ?? ""}${stderr}${stdout}`);
}

/** The programs of this test that are not installed, of Debian's packages. */
export function missingPrograms(): string[] {
  const needed = ["podman", "debootstrap", "caddy", "pg_dump", "systemd-analyze"];
  const missing = needed.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  return serverPrograms() === null ? [...missing, "the server of postgresql"] : missing;
}

/** The folder of PostgreSQL's server programs; null if none is installed. */
export function serverPrograms(): string | null {
  return globSync("/usr/lib/postgresql/*/bin").toSorted().at(-1) ?? null;
}
