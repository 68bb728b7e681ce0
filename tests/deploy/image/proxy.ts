import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { collectOutput } from "#tests/deploy/support/confine.ts";

/**
 * Starts Caddy with deploy/Caddyfile. Only names and certificates are other ones: the dashboards are on this machine, and a
 * certificate authority of its own stands for a public one; this process trusts it from then on.
 */
export async function startProxy(
  port: number,
  dashboards: Record<string, string>,
): Promise<{ stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "codedesk-proxy-"));
  const file = join(folder, "Caddyfile");
  // Without HTTP/3: a free port of this machine is kept free by a UDP socket on it (scripts/launch/processes/freePort.ts).
  const options = ["admin off", "local_certs", "skip_install_trust", "auto_https disable_redirects"];
  const own = `{\n\t${options.join("\n\t")}\n\tservers {\n\t\tprotocols h1 h2\n\t}\n}\n`;
  const text = Object.entries(dashboards).reduce(
    (so, [name, address]) => so.replaceAll(`${name}:3000`, address),
    readFileSync("deploy/Caddyfile", "utf8"),
  );
  writeFileSync(file, own + text);
  const child = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      DOMAIN: `localhost:${port}`,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  });
  const gone = new Promise((resolve) => child.once("close", resolve));
  const output = collectOutput(child);
  const authority = join(folder, "caddy/pki/authorities/local/root.crt");
  while (!output().includes("serving initial configuration") || !existsSync(authority)) {
    if (child.exitCode !== null) throw new Error(`Caddy does not start with:\n${own}${text}\n${output()}`);
    await pause(100);
  }
  setDefaultCACertificates([...getCACertificates(), readFileSync(authority, "utf8")]);
  return {
    stop: async () => {
      child.kill("SIGTERM");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
