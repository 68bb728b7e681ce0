import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execute } from "./execute.ts";

const IMAGE = "localhost/codedesk:test";

/**
 * Builds the image by the Dockerfile and mounts its files; returns the directory. No registry of images is asked: the base image is
 * made of Debian's packages and the pinned Node, under the name that the Dockerfile gives it.
 */
export function buildImage(): string {
  const [, base = ""] = /^FROM (node:\S+)/m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
  const name = `docker.io/library/${base}`;
  if (spawnSync("podman", ["image", "exists", name]).status !== 0) makeBaseImage(name);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  const trust =
    certificates === undefined
      ? []
      : [`--volume=${certificates}:/certificates.pem:ro`, "--env=NODE_EXTRA_CA_CERTS=/certificates.pem"];
  execute("podman", [
    "build",
    "--isolation=chroot",
    "--network=host",
    "--pull=never",
    ...trust,
    "--tag",
    IMAGE,
    ".",
  ]);
  return execute("podman", ["image", "mount", IMAGE]).trim();
}

export function unmountImage(): void {
  spawnSync("podman", ["image", "unmount", "--force", IMAGE]);
}

function makeBaseImage(name: string): void {
  const root = mkdtempSync(join(tmpdir(), "codedesk-base-"));
  try {
    execute("debootstrap", ["--variant=minbase", "bookworm", root]);
    copyFileSync(process.execPath, join(root, "usr/local/bin/node"));
    const npm = dirname(dirname(realpathSync(execute("sh", ["-c", "command -v npm"]).trim())));
    cpSync(npm, join(root, "usr/local/lib/node_modules/npm"), { recursive: true, verbatimSymlinks: true });
    symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"));
    execute("chroot", [root, "useradd", "--uid", "1000", "--create-home", "node"]);
    execute("sh", ["-c", 'tar -C "$1" -c . | podman import - "$2"', "sh", root, name]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
