import type { IncomingMessage } from "node:http";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import type { AppError } from "#server/context/errors.ts";
import { parseTrustedProxies } from "#server/config/trustedProxies.ts";
import { createPipeline } from "#server/http/pipeline.ts";
import { refuseOffLoopback } from "#server/http/refuseOffLoopback.ts";
import { refuseOtherHost } from "#server/http/refuseOtherHost.ts";
import { exchangeWith } from "./rawClient.ts";

const OWN = "https://desk.partner.example";
let close: (() => void) | null = null;
afterEach(() => close?.());

/** The status of a request with these headers, to a dashboard that trusts these proxies. */
async function statusOf(
  headers: string[],
  { path = "/", trusted = "", own = OWN }: { path?: string; trusted?: string; own?: string | null } = {},
): Promise<string | undefined> {
  const proxies = parseTrustedProxies(trusted);
  if (proxies === null) throw new Error("not proxies");
  return statusBy((request) => refuseOtherHost(request, own, proxies), headers, path);
}

async function statusBy(
  refuse: (request: IncomingMessage) => AppError | null,
  headers: string[],
  path = "/",
): Promise<string | undefined> {
  const { server } = createPipeline((_request, response) => response.end("ok"), {
    https: false,
    development: false,
    refuse,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  close = () => void server.close();
  const lines = [`GET ${path} HTTP/1.1`, ...headers, "Connection: close", "", ""];
  const answer = await exchangeWith(server, lines.join("\r\n"));
  close();
  return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
}

describe("a request for a host that is not that of NEXTAUTH_URL", () => {
  it("is refused, whatever it asks for but health and metrics", async () => {
    for (const host of [
      "evil.example",
      "desk.partner.example.evil.example",
      "127.0.0.1:3000",
      "",
      "desk.partner.example:8443",
    ])
      for (const path of ["/", "/api/orders", "/_next/static/x.js", "/api/healthy"])
        expect([host, path, await statusOf([`Host: ${host}`], { path })]).toEqual([host, path, "400"]);
    for (const path of ["/api/health/live", "/api/health/ready", "/api/metrics"])
      expect(await statusOf(["Host: 10.0.0.7:3000"], { path })).toBe("200");
  });

  it("is not one in another case or with the port of https, nor where no address is configured", async () => {
    for (const host of ["desk.partner.example", "DESK.partner.example", "desk.partner.example:443"])
      expect(await statusOf([`Host: ${host}`])).toBe("200");
    expect(await statusOf(["Host: anything.example"], { own: null })).toBe("200");
  });

  it("is told by X-Forwarded-Host of a trusted proxy alone", async () => {
    const [inside, outside] = ["Host: dashboard:3000", "Host: desk.partner.example"];
    const forwarded = (host: string) => `X-Forwarded-Host: ${host}`;
    const good = forwarded("desk.partner.example");
    expect(await statusOf([inside, good])).toBe("400");
    expect(await statusOf([inside, good], { trusted: "10.0.0.0/8" })).toBe("400");
    for (const trusted of ["127.0.0.0/8", "1"]) {
      expect(await statusOf([inside, good], { trusted })).toBe("200");
      expect(await statusOf([outside, forwarded("evil.example")], { trusted })).toBe("400");
      expect(await statusOf([inside, forwarded("evil.example, desk.partner.example")], { trusted })).toBe(
        "400",
      );
      expect(await statusOf([inside, good, forwarded("evil.example")], { trusted })).toBe("400");
      expect(await statusOf([outside], { trusted })).toBe("200");
    }
    expect(await statusOf([outside, forwarded("evil.example")])).toBe("200");
  });
});

describe("a request to the demo for a name that is not this machine's", () => {
  it("is refused: a web site whose name leads here reads no password from the sign-in page", async () => {
    for (const host of ["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000"])
      expect([host, await statusBy(refuseOffLoopback, [`Host: ${host}`])]).toEqual([host, "200"]);
    for (const host of [
      "evil.example",
      "localhost.evil.example:3000",
      "localhost@evil.example",
      "10.0.0.7",
      "",
    ])
      expect([host, await statusBy(refuseOffLoopback, [`Host: ${host}`])]).toEqual([host, "400"]);
  });
});
