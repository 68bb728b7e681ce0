import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartupError } from "#server/config/startupError.ts";
import { refuseUnknown } from "#scripts/tools/refuseUnknown.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { runTool } from "#scripts/tools/runTool.ts";

const JOURNAL = "server/db/migrations/meta/_journal.json";

/**
 * Replaces an instance of an older version by one of the current sources under load, on one database. The older version is that
 * of the given commit (`npm run test:upgrade -- COMMIT`), otherwise the one before the newest migration; it is built in a
 * directory of its own, which is removed.
 */
await runCommand(async ([given, ...more]) => {
  refuseUnknown(more, "npm run test:upgrade -- [COMMIT]");
  const commit = commitOf(given ?? `${git("log", "-1", "--format=%H", "--", JOURNAL)}^`);
  const parent = mkdtempSync(join(tmpdir(), "codedesk-upgrade-"));
  const tree = join(parent, "before");
  git("worktree", "add", "--detach", tree, commit);
  try {
    const build = spawnSync(process.execPath, [join(tree, "scripts", "launch.mjs"), "build"], {
      cwd: tree,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    const place = /^The dashboard is built: (.*)$/m.exec(build.stdout)?.[1];
    if (place === undefined) {
      console.error(`The version of ${commit} could not be built:\n${build.stdout}`);
      return 1;
    }
    const { code } = await runTool(
      "vitest/vitest.mjs",
      ["run", "--config", "tests/upgrade/vitest.config.ts"],
      {
        live: true,
        variables: { UPGRADE_TREE: tree, UPGRADE_BUILD: place },
      },
    );
    return code;
  } finally {
    git("worktree", "remove", "--force", tree);
    rmSync(parent, { recursive: true, force: true });
  }
});

function commitOf(name: string): string {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  if (status === 0) return stdout.trim();
  throw new StartupError(`There is no commit ${name} in this repository: name one that \`git log\` lists.`);
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { encoding: "utf8" });
  if (status !== 0) throw new StartupError(`git ${args[0]} failed: ${stderr.trim()}`);
  return stdout.trim();
}
