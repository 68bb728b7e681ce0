import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Client } from "pg";
import { inject } from "vitest";

export type DeploymentDatabase = {
  /** How a dashboard reaches it, with both roles. */
  variables: { DATABASE_URL: string; MIGRATION_DATABASE_URL: string };
  drop(): Promise<void>;
};

/**
 * Makes an empty database and its two roles with the statements of docs/operations.md#the-database, under names of their own
 * because all databases of a server share their roles.
 */
export async function createDeploymentDatabase(): Promise<DeploymentDatabase> {
  const url = new URL(inject("templateDatabaseUrl"));
  url.pathname = "/postgres";
  // Over TCP: the socket belongs to another account.
  url.search = "";
  const name = `desk_${randomBytes(6).toString("hex")}`;
  const password = randomBytes(12).toString("hex");
  const administrator = new Client({ connectionString: url.href });
  await administrator.connect();
  for (const statement of statementsOfManual()) {
    await administrator.query(statement.replaceAll("codedesk", name).replaceAll("…", password));
  }
  const as = (role: string) =>
    Object.assign(new URL(url), { username: role, password, pathname: `/${name}` }).href;
  return {
    variables: { DATABASE_URL: as(name), MIGRATION_DATABASE_URL: as(`${name}_owner`) },
    drop: async () => {
      await administrator.query(`drop database if exists ${name} with (force)`);
      await administrator.query(`drop role ${name}, ${name}_owner`);
      await administrator.end();
    },
  };
}

/** A database cannot be created beside other statements, so they are sent one by one. */
function statementsOfManual(): string[] {
  const [, block = ""] =
    /```sql\n(create role [^]*?)```/.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
  const statements = block.replaceAll(/--.*$/gm, "").split(";");
  return statements.map((each) => each.trim()).filter((each) => each !== "");
}
