import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

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
  const own = "{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n";
  const text = Object.entries(dashboards).reduce(
    (so, [name, address]) => so.replaceAll(`${name}:3000`, address),
    readFileSync("deploy/Caddyfile", "utf8"),
  );
  writeFileSync(file, own + text);
  const child = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
    stdio: "ignore",
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
  const authority = join(folder, "caddy/pki/authorities/local/root.crt");
  while (!existsSync(authority)) {
    if (child.exitCode !== null) throw new Error(`Caddy does not start with:\n${own}${text}`);
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
