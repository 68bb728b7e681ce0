import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, ServerResponse, type Server } from "node:http";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { HOLD_EARLY_REQUESTS } from "#scripts/stack/programs.ts";
import { guardConnections } from "#server/http/guardConnections.ts";
import { PEER_HEADER, readPeerAddress } from "#server/http/peerAddress.ts";
import { exchangeWith, head, openTo } from "./rawClient.ts";

const OF_A_PAGE = /^HTTP\/1\.1 200 [\s\S]*content-security-policy: default-src 'self'; script-src/i;

let server: Server;
afterAll(() => void server.close());

/** The answers that are due by now. */
function countRequests(): ServerResponse[] {
  const started: ServerResponse[] = [];
  const onStart = (message: unknown) => {
    if (typeof message !== "object" || message === null || !("response" in message)) return;
    if (message.response instanceof ServerResponse) started.push(message.response);
  };
  subscribe("http.server.request.start", onStart);
  onTestFinished(() => void unsubscribe("http.server.request.start", onStart));
  return started;
}

describe("requests that come before there is a guard", () => {
  it("are held, and then answered with it, except those of clients that have left", async () => {
    // Its only effect is on the servers of this process, until there is a guard.
    await import(HOLD_EARLY_REQUESTS);
    const handled: string[] = [];
    server = createServer(({ url, headers }, response) => {
      const peer = readPeerAddress(new Headers({ [PEER_HEADER]: String(headers[PEER_HEADER]) }));
      handled.push(`${url} ${peer}`);
      response.end("page");
    });
    const started = countRequests();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const left = openTo(server);
    left.write(head("GET /left HTTP/1.1"));
    await expect.poll(() => started.length).toBe(1);
    left.destroy();
    await expect.poll(() => started[0]?.destroyed).toBe(true);
    const early = [
      exchangeWith(server, head("GET /catalog HTTP/1.1", "Connection: close")),
      exchangeWith(server, head("PUT /catalog HTTP/1.1", "Connection: close")),
    ];
    await expect.poll(() => started.length).toBe(3);
    expect(handled).toEqual([]);

    const { stop } = guardConnections({ https: false, development: false });
    onTestFinished(() => stop(0));
    const [page, refused] = await Promise.all(early);
    expect(page).toMatch(OF_A_PAGE);
    expect(refused).toMatch(/^HTTP\/1\.1 405 /);
    expect(handled).toEqual(["/catalog 127.0.0.1"]);
    const later = head("GET /later HTTP/1.1", "Connection: close");
    expect(await exchangeWith(server, later)).toMatch(OF_A_PAGE);
  });
});
