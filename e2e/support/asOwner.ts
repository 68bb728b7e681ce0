import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client } from "pg";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";

/** A session of the role that owns the database. */
export async function asOwner({
  databaseUrl,
  logs,
}: Pick<TestStack, "databaseUrl" | "logs">): Promise<Client> {
  const url = new URL(databaseUrl);
  url.username = "codedesk";
  url.password = readFileSync(join(dirname(logs), "database-password"), "utf8").trim();
  const client = new Client({ connectionString: url.href });
  await client.connect();
  return client;
}
