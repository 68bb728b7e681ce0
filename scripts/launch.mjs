// Runs before anything is installed, so it uses only what Node 20.9 itself has. Installs what is missing, then runs
// scripts/<command>.ts on the pinned Node (docs/decisions/0003).
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "node_modules");
/** The first Node that runs TypeScript without a flag. */
const MINIMUM_OWN_NODE = [22, 18];

const [command = "", ...args] = process.argv.slice(2);
const program = join(root, "scripts", `${command}.ts`);
if (!atLeast(process.versions.node, [20, 9])) {
  fail(`Codedesk needs Node 20.9 or newer; this is Node ${process.versions.node}.`);
}
if (!/^[a-z][a-z0-9-]*$/.test(command) || !existsSync(program)) {
  const files = readdirSync(join(root, "scripts")).filter((name) => name.endsWith(".ts"));
  const commands = files.map((name) => name.slice(0, -".ts".length)).toSorted();
  fail(`Unknown command "${command}". Usage: node scripts/launch.mjs ${commands.join("|")} [...]`);
}
process.chdir(root);
if (!isInstalled()) install();
run(pinnedNode());

/** Whether node_modules has exactly the versions of the lockfile; packages for other systems may be missing. */
function isInstalled() {
  const wanted = readJson(join(root, "package-lock.json"));
  const found = readJson(join(modules, ".package-lock.json"));
  if (wanted === null) fail("package-lock.json is missing or unreadable: check out the repository again.");
  if (found === null) return false;
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === "" || entry.link === true) return true;
    const installed = found.packages[path];
    if (installed === undefined) return entry.optional === true || entry.peer === true;
    return installed.version === entry.version && installed.integrity === entry.integrity;
  });
}

function install() {
  console.log("Installing packages into node_modules (npm ci). The first time, this takes about a minute.");
  // Without these flags, NODE_ENV=production or personal npm settings could leave out packages that the commands need.
  const flags = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const done =
    npm !== undefined && /\.c?js$/.test(npm)
      ? spawnSync(process.execPath, [npm, ...flags], { encoding: "utf8" })
      : spawnSync("npm", flags, { encoding: "utf8", shell: process.platform === "win32" });
  if (done.status !== 0) {
    process.stderr.write(`${done.stdout ?? ""}${done.stderr ?? ""}`);
    const why = done.error === undefined ? "" : ` (${done.error.message})`;
    fail(
      `npm ci failed${why}: see above. Codedesk needs access to the npm registry once, to install its packages.`,
    );
  }
}

/** Returns the pinned Node; on a system for which there is none, the Node that runs this, if it is new enough. */
function pinnedNode() {
  const name = `node-${process.platform}-${process.arch}`;
  const wanted = readJson(join(root, "package.json"))?.optionalDependencies?.[name];
  const pinned = join(modules, name, "bin", "node");
  if (wanted !== undefined) {
    const version = versionOf(pinned);
    if (version === wanted) return pinned;
    const why = version === null ? "does not run here" : `is ${version} instead of ${wanted}`;
    if (!atLeast(process.versions.node, MINIMUM_OWN_NODE)) {
      fail(
        `${pinned} ${why}, and this Node (${process.versions.node}) is too old to be used instead: ` +
          `run \`npm ci --include=optional\`, or use Node ${MINIMUM_OWN_NODE.join(".")} or newer.`,
      );
    }
  } else if (!atLeast(process.versions.node, MINIMUM_OWN_NODE)) {
    fail(
      `There is no pinned Node for ${process.platform}-${process.arch}: ` +
        `use Node ${MINIMUM_OWN_NODE.join(".")} or newer; this is ${process.versions.node}.`,
    );
  }
  console.error(`Using this machine's own Node ${process.versions.node}.`);
  return process.execPath;
}

function versionOf(node) {
  if (!existsSync(node)) return null;
  const seen = join(modules, ".codedesk-node");
  // Starting it costs 40 ms, so the answer is cached for each installation.
  const { dev, ino, mtimeMs, size } = statSync(node);
  const print = `${dev} ${ino} ${mtimeMs} ${size}`;
  const [known, version] = (readText(seen) ?? "").split("\n");
  if (known === print && version !== undefined) return version;
  const asked = spawnSync(node, ["--version"], { encoding: "utf8" });
  if (asked.status !== 0) return null;
  const answer = asked.stdout.trim().replace(/^v/, "");
  try {
    writeFileSync(seen, `${print}\n${answer}`);
  } catch {
    // node_modules is not writable, so nothing is cached.
  }
  return answer;
}

/** Runs the program in our terminal, passes signals on, and exits with its exit code. */
function run(node) {
  const flags = ["--conditions=react-server", "--disable-warning=ExperimentalWarning"];
  const quickImports = `--import=${pathToFileURL(join(root, "scripts", "quickImports.mjs")).href}`;
  const child = spawn(node, [...flags, program, ...args], {
    stdio: "inherit",
    env: {
      // Keeps compiled code, so that the second start is faster.
      NODE_COMPILE_CACHE: join(modules, ".cache", "node"),
      ...process.env,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} ${quickImports}`.trim(),
      PATH: [dirname(node), join(modules, ".bin"), process.env.PATH ?? ""].join(delimiter),
    },
  });
  // Ctrl-C reaches the whole process group; we wait until the program has cleaned up.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const watch = watchNpm(() => child.kill("SIGTERM"));
  child.on("error", (error) => fail(`${node} could not be started: ${error.message}`));
  child.on("exit", (code, signal) => {
    clearInterval(watch);
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}

/**
 * Ends this process when the npm that started it was killed: Ctrl-C could no longer reach it, and it would keep the port and the
 * data directory. Started without npm, it may outlive its parent.
 */
function watchNpm(onEnd) {
  if (process.env.npm_lifecycle_event === undefined || process.platform !== "linux") return undefined;
  const shell = process.ppid;
  const isShell = /^(sh|dash|bash)$/.test(readText(`/proc/${shell}/comm`)?.trim() ?? "");
  const npm = isShell ? parentOf(shell) : shell;
  const timer = setInterval(() => {
    if (process.ppid === shell && (!isShell || parentOf(shell) === npm)) return;
    clearInterval(timer);
    onEnd();
  }, 500);
  timer.unref();
  return timer;
}

function parentOf(pid) {
  const stat = readText(`/proc/${pid}/stat`) ?? "";
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
}

function atLeast(version, [major, minor]) {
  const [ownMajor, ownMinor] = version.split(".").map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
