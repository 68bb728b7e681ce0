import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The account of a confined program: it exists nowhere and owns nothing. */
const ACCOUNT = "1000";

const SYSTEM = ["bin", "sbin", "lib", "lib64", "usr"];

/**
 * Makes a directory into which a system can be mounted: the programs and libraries of this machine, the Node that runs this, and
 * nothing else.
 */
export function makeRoot(root: string): void {
  mkdirSync(root, { mode: 0o755 });
  for (const name of ["app", "dev", "proc", "tmp"]) mkdirSync(join(root, name));
  for (const name of SYSTEM.filter((each) => existsSync(`/${each}`))) {
    if (lstatSync(`/${name}`).isSymbolicLink()) symlinkSync(readlinkSync(`/${name}`), join(root, name));
    else mkdirSync(join(root, name));
  }
  writeFileSync(join(root, "node"), "");
}

/** What is mounted before a program is started; the mounts are its own, and end with it. */
const MOUNTS = String.raw`
root=$1; app=$2; node=$3; shift 3
mount --bind "$root" "$root"
readonly_bind() { mount --bind "$1" "$2"; mount -o remount,bind,ro "$2"; }
if [ -e "$root/node" ]; then
  for name in ${SYSTEM.join(" ")}; do
    if [ -d "/$name" ] && [ ! -L "/$name" ]; then readonly_bind "/$name" "$root/$name"; fi
  done
  readonly_bind "$node" "$root/node"
fi
if [ -n "$app" ]; then
  readonly_bind "$app" "$root/app"
  # A person's own configuration is not that of the deployment.
  if [ -e "$app/.env" ]; then mount --bind /dev/null "$root/app/.env"; fi
fi
mount --rbind /dev "$root/dev"
mount --rbind /proc "$root/proc"
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/tmp"
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --reuid=${ACCOUNT} --regid=${ACCOUNT} --clear-groups --no-new-privs \
  --bounding-set=-all --inh-caps=-all env -C /app "$@"
`;

export type Confined = {
  /** A directory made by makeRoot, or the files of an image. */
  root: string;
  /** The directory that is mounted at /app; null: the root has it. */
  app: string | null;
  variables: Record<string, string>;
};

/**
 * Starts a program as a container would: everything read-only but an empty /tmp, as an account without rights, without
 * capabilities, and with no other variables than those given. Signals reach the program itself.
 */
export function spawnConfined({ root, app, variables }: Confined, command: readonly string[]): ChildProcess {
  const [program = "", ...args] = command;
  const run = program === "node" && existsSync(join(root, "node")) ? "/node" : program;
  const mounted = [root, app ?? "", process.execPath];
  const shell = ["sh", "-euc", MOUNTS, "sh", ...mounted, run, ...args];
  return spawn("unshare", ["--mount", "--propagation", "private", ...shell], {
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      NODE_ENV: "production",
      PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      ...variables,
    },
  });
}

export type Ended = { code: number | null; output: string };

/** Runs a confined program to its end, with the given input. */
export async function runConfined(
  confined: Confined,
  command: readonly string[],
  input = "",
): Promise<Ended> {
  const child = spawnConfined(confined, command);
  const output = collectOutput(child);
  child.stdin?.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("close", resolve).once("error", reject);
  });
  return { code, output: output() };
}

/** Collects all that a program writes; returns what it has written so far. */
export function collectOutput(child: ChildProcess): () => string {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  return () => output;
}
