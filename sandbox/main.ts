import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { serve } from "@hono/node-server";
import { createApp } from "./app.ts";
import { lockDirectory } from "./lock.ts";
import { readOptions, USAGE } from "./options.ts";
import { createService } from "#sandbox/state/service.ts";

function start(): void {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === null) {
    console.log(USAGE);
    return;
  }
  const { dataDir, port } = options;
  try {
    makeDirectory(path.resolve(dataDir));
  } catch (error) {
    throw new Error(`The data directory ${dataDir} cannot be written`, { cause: error });
  }
  process.on("exit", lockDirectory(dataDir));
  const service = createService(options);
  const server = serve({ fetch: createApp(service).fetch, port, hostname: "127.0.0.1" }, (address) => {
    console.log(`sandbox listening on http://127.0.0.1:${address.port}/v2`);
  });
  server.on("error", (error) => {
    const isInUse = "code" in error && error.code === "EADDRINUSE";
    fail(isInUse ? `Port ${port} is in use; choose another with --port` : error.message);
  });
  const stop = (): void => {
    server.close(() => process.exit(0));
    // Close each connection once its answer is sent, without waiting for another request.
    setInterval(() => {
      if ("closeIdleConnections" in server) server.closeIdleConnections();
    }, 20);
    // Do not wait for connections of the scenario that never answers.
    setTimeout(() => process.exit(0), 1_000);
  };
  process.once("SIGTERM", stop);
  // As a child process with a channel: stop when the parent is gone.
  process.once("disconnect", stop);
  process.once("SIGINT", stop);
}

/** Creates a directory and those around it. Node's own `recursive` never ends in a place that takes no directories, such as /proc. */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(path.dirname(directory));
  try {
    mkdirSync(directory);
  } catch (error) {
    // Another sandbox may have created it in between.
    if (!existsSync(directory)) throw error;
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

try {
  start();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
