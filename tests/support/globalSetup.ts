import { chmodSync, rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "#scripts/launch/database/startEmbedded.ts";
import { makeTestDirectory } from "#scripts/testStack/testDirectory.ts";
import { migrate } from "#server/db/migrate.ts";

declare module "vitest" {
  // Merged with vitest's interface, so it must be an interface.
  interface ProvidedContext {
    /** The migrated database from which the database of each test file is cloned. */
    templateDatabaseUrl: string;
  }
}

/** Starts one real PostgreSQL for the whole run. */
export default async function setup(project: TestProject) {
  const dataDir = makeTestDirectory("codedesk-tests-");
  // If the tests run as root, the server's account must be able to enter the directory.
  chmodSync(dataDir, 0o711);
  const embedded = await startEmbedded({
    dataDir,
    // Nothing outlives the run, so nothing has to be written to the disk.
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "400" },
  });
  await migrate(embedded.url);
  project.provide("templateDatabaseUrl", embedded.url);
  return async () => {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
