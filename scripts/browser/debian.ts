import { existsSync } from "node:fs";
import { runProgram } from "#scripts/tools/runTool.ts";

const OPTIONS = { live: true, variables: { DEBIAN_FRONTEND: "noninteractive" } };

/** Whether packages can be installed here: by root, on Debian and what descends from it. */
export function mayInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

export async function updatePackageIndex(): Promise<void> {
  await runProgram("apt-get", ["update", "-qq"], OPTIONS);
}

/** Returns whether all of them are installed now. */
export async function installPackages(...names: string[]): Promise<boolean> {
  return (await runProgram("apt-get", ["install", "-y", "-qq", ...names], OPTIONS)).code === 0;
}
