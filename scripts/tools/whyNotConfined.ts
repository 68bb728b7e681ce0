import { spawnSync } from "node:child_process";

/** Says why programs cannot be run here like in a container, for the tests of a deployment; null if they can. */
export function whyNotConfined(): string | null {
  if (process.platform !== "linux") return "they need Linux";
  if (process.getuid?.() !== 0) {
    return "they need root, to mount folders read-only and to start programs as another account";
  }
  const tried = spawnSync("unshare", [
    "--mount",
    "--propagation",
    "private",
    "mount",
    "--bind",
    "/tmp",
    "/tmp",
  ]);
  if (tried.status === 0) return null;
  return `they need the right to mount folders, which root does not have here (${String(tried.stderr ?? tried.error).trim()})`;
}
