import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPipeline } from "#server/http/pipeline.ts";
import { bodyOf, exchangeWith, head, openTo } from "./rawClient.ts";

const AT_A_TIME = 32;
const MOST_WAITING = 1_000;

/** Longer than any of these tests takes. */
const WHOLE_TEST = 120_000;

let server: Server;
let arrived: number;
let handled: { caller: string; response: ServerResponse }[];
beforeEach(() => start(WHOLE_TEST));
afterEach(stop);

async function start(turnMs: number): Promise<void> {
  handled = [];
  arrived = 0;
  ({ server } = createPipeline(
    ({ headers }, response) => {
      handled.push({ caller: String(headers.caller), response });
    },
    {
      https: false,
      development: false,
      callerOf: ({ headers }) => (typeof headers.caller === "string" ? headers.caller : null),
      turnMs,
    },
  ));
  server.on("request", () => (arrived += 1));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}

function stop(): void {
  server.closeAllConnections();
  server.close();
}

const ask = (...headers: string[]) => head("GET /api/orders HTTP/1.1", ...headers);
const OF_A = ask("Caller: a");
/** As many as one connection may send before their answers. */
const PER_CONNECTION = 16;

/** Sends requests of caller a, over as many connections as that takes. */
function askAsA(count: number): { leave: () => void } {
  const sockets = Array.from({ length: Math.ceil(count / PER_CONNECTION) }, (_, index) => {
    const socket = openTo(server).on("error", () => undefined);
    socket.write(OF_A.repeat(Math.min(PER_CONNECTION, count - index * PER_CONNECTION)));
    return socket;
  });
  return { leave: () => sockets.forEach((socket) => socket.destroy()) };
}

const handledOf = (caller: string) => handled.filter((each) => each.caller === caller).length;

describe("the requests of one caller", () => {
  it("are handled a few at a time, in their order, while those of others are handled at once", async () => {
    const asked = askAsA(AT_A_TIME + 10);
    await expect.poll(() => handledOf("a")).toBe(AT_A_TIME);
    const others = [exchangeWith(server, ask("Caller: b", "Connection: close"))];
    others.push(exchangeWith(server, ask("Connection: close")));
    await expect.poll(() => handled.length).toBe(AT_A_TIME + 2);
    for (const { response } of handled.slice(AT_A_TIME)) response.end("at once");
    for (const text of await Promise.all(others)) expect(text).toContain("at once");
    expect(handledOf("a")).toBe(AT_A_TIME);
    const endAll = () => {
      for (const { response } of handled) response.end("in turn");
      return handledOf("a");
    };
    await expect.poll(endAll).toBe(AT_A_TIME + 10);
    asked.leave();
  });

  it("have no turn if their client has left, and are refused if too many wait", async () => {
    const first = askAsA(AT_A_TIME);
    await expect.poll(() => handledOf("a")).toBe(AT_A_TIME);
    const accepted: Socket[] = [];
    server.on("connection", (socket: Socket) => accepted.push(socket));
    const waiting = askAsA(MOST_WAITING);
    await expect.poll(() => arrived).toBe(AT_A_TIME + MOST_WAITING);
    const gone = Promise.all(accepted.map((socket) => once(socket, "close")));
    const refused = await exchangeWith(server, ask("Caller: a", "Connection: close"));
    expect(bodyOf(refused)).toMatchObject({ status: 503, type: "too-busy" });
    waiting.leave();
    await gone;
    for (const { response } of handled) response.end();
    const last = exchangeWith(server, ask("Caller: a", "Connection: close"));
    await expect.poll(() => handledOf("a")).toBe(AT_A_TIME + 1);
    handled.at(-1)?.response.end("at once");
    expect(await last).toContain("at once");
    first.leave();
  });

  it("are answered without a turn where no address has their method, for which nobody has to be asked", async () => {
    const asked = askAsA(AT_A_TIME);
    await expect.poll(() => handledOf("a")).toBe(AT_A_TIME);
    const refused = await exchangeWith(
      server,
      head("PROPFIND /api/orders/unknown HTTP/1.1", "Caller: a", "Connection: close"),
    );
    expect(bodyOf(refused)).toMatchObject({ status: 501, type: "method-not-implemented" });
    expect(handled).toHaveLength(AT_A_TIME);
    asked.leave();
  });

  it("hold up no others once they have waited for something else for a while", async () => {
    stop();
    await start(50);
    const hanging = askAsA(AT_A_TIME);
    await expect.poll(() => handledOf("a")).toBe(AT_A_TIME);
    const further = exchangeWith(server, ask("Caller: a", "Connection: close"));
    await expect.poll(() => handledOf("a")).toBe(AT_A_TIME + 1);
    handled.at(-1)?.response.end("meanwhile");
    expect(await further).toContain("meanwhile");
    hanging.leave();
  });
});
