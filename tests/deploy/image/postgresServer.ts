import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#scripts/launch/processes/freePort.ts";
import { execute, serverPrograms } from "./execute.ts";

export type PostgresServer = {
  /** The address of a database for one of the two roles of a deployment. */
  url(role: "codedesk" | "codedesk_owner", database?: string): string;
  /** Makes another empty database of the owner. */
  create(database: string): void;
  stop(): Promise<void>;
};

/**
 * Starts this machine's own PostgreSQL with an empty cluster, and makes database and roles as the database's image of
 * deploy/compose.yaml does: its owner first, then what deploy/database holds.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = serverPrograms() ?? "";
  const folder = mkdtempSync(join(tmpdir(), "codedesk-postgres-"));
  const [owner, application] = [randomBytes(16).toString("hex"), randomBytes(16).toString("hex")];
  writeFileSync(join(folder, "password"), owner);
  chmodSync(folder, 0o755);
  execute("chown", ["-R", "postgres", folder]);
  const cluster = join(folder, "cluster");
  const as = (program: string, ...args: string[]) => [
    "-u",
    "postgres",
    "--",
    join(programs, program),
    ...args,
  ];
  const options = [
    "--username=codedesk_owner",
    `--pwfile=${join(folder, "password")}`,
    "--auth=scram-sha-256",
  ];
  execute("runuser", as("initdb", "-D", cluster, ...options));
  const port = String(await freePort());
  const settings = ["-c", `port=${port}`, "-c", `unix_socket_directories=${folder}`, "-c", "fsync=off"];
  const server = spawn("runuser", as("postgres", "-D", cluster, ...settings), { stdio: "ignore", cwd: "/" });
  const gone = new Promise((resolve) => server.once("close", resolve));
  const client = { PGHOST: "127.0.0.1", PGPORT: port, PGUSER: "codedesk_owner", PGPASSWORD: owner };
  execute("sh", ["-c", "until pg_isready -q; do sleep 0.2; done"], client);
  const create = (database: string) => void execute("createdb", [database], client);
  create("codedesk");
  execute("sh", ["deploy/database/role.sh"], {
    ...client,
    POSTGRES_USER: "codedesk_owner",
    POSTGRES_DB: "codedesk",
    APPLICATION_PASSWORD: application,
  });
  return {
    url: (role, database = "codedesk") =>
      `postgresql://${role}:${role === "codedesk" ? application : owner}@127.0.0.1:${port}/${database}`,
    create,
    stop: async () => {
      execute("runuser", as("pg_ctl", "-D", cluster, "-m", "fast", "stop"));
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
