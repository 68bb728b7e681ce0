import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { runLauncher } from "./programs.ts";

/** Two ordinary roles and an empty database, as docs/operations.md#the-database has an administrator make them. */
const name = `own_${randomBytes(6).toString("hex")}`;
const owner = `${name}_owner`;
let administrator: Client;
let DATABASE_URL: string;
let MIGRATION_DATABASE_URL: string;
beforeAll(async () => {
  const url = new URL(inject("templateDatabaseUrl"));
  url.pathname = "/postgres";
  administrator = new Client({ connectionString: url.href });
  await administrator.connect();
  await administrator.query(`create role ${owner} login password 'canary-owner'`);
  await administrator.query(`create role ${name} login password 'canary'`);
  const as = (role: string, password: string) =>
    Object.assign(new URL(url), { username: role, password, pathname: `/${name}` }).href;
  DATABASE_URL = as(name, "canary");
  MIGRATION_DATABASE_URL = as(owner, "canary-owner");
});
beforeEach(async () => {
  await administrator.query(`drop database if exists ${name} with (force)`);
  await administrator.query(`create database ${name} owner ${owner}`);
});
afterAll(async () => {
  await administrator.query(`drop database if exists ${name} with (force)`);
  await administrator.query(`drop role ${name}, ${owner}`);
  await administrator.end();
});

const member = (changes: Record<string, string>, ...args: string[]) =>
  runLauncher(["member", ...args], { DATABASE_URL, ...changes });

describe("a database of one's own", () => {
  it("is migrated by its owner with the first command, also before the first start", async () => {
    await administrator.query(`grant ${name} to ${owner}`);
    const add = ["add", "you@example.com", "--role", "admin"];
    expect(await member({ MIGRATION_DATABASE_URL }, ...add)).toMatchObject({
      code: 0,
      output: expect.stringContaining("you@example.com was added (admin)"),
    });
    // Afterwards the other role is enough.
    expect(await member({}, "list")).toMatchObject({ code: 0 });
  });

  it.each<[string, () => Record<string, string>, RegExp]>([
    [
      "the owner is not a member of the other role",
      () => ({ MIGRATION_DATABASE_URL }),
      /is not a member of the role of DATABASE_URL: run `grant own_\w+ to own_\w+_owner`/,
    ],
    [
      "the owner's password is wrong",
      () => ({ MIGRATION_DATABASE_URL: MIGRATION_DATABASE_URL.replace("canary-owner", "canary-wrong") }),
      /does not answer \(password authentication failed .*: check MIGRATION_DATABASE_URL/,
    ],
    [
      "the role may not migrate and no other is given",
      () => ({}),
      /must be migrated, and its role own_\w+ may not change the schema: set MIGRATION_DATABASE_URL/,
    ],
  ])("is refused with one sentence, without a password, if %s", async (_, changes, expected) => {
    await administrator.query(`revoke ${name} from ${owner}`);
    const { code, output } = await member(changes(), "list");
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(output).toMatch(expected);
    expect(output).not.toContain("canary");
    expect(code).toBe(1);
  });
});
