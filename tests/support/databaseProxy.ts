import { createServer, connect, type Socket } from "node:net";

/** A proxy between a dashboard and its database that can fail as a failover does. */
export type DatabaseProxy = {
  /** The address of the database through this proxy. */
  url: string;
  /** Ends all connections and accepts no new ones until `restore`. */
  cut(): void;
  /** Accepts connections again. */
  restore(): void;
  /** Forwards the next query that contains this text, and ends its connection before the answer arrives. */
  loseAnswerTo(text: string): void;
  /** The same for the commit of the next transaction with a query that contains this text. */
  loseCommitOf(text: string): void;
  /** Existing connections stop answering and are never closed, as when a server vanishes; new ones work. */
  freeze(): void;
  /** The next connection is made this much later, as when a busy server has to start a process for it. */
  delayNextConnection(ms: number): void;
  /** What the database says arrives this much later, as over a slow network. */
  delayAnswers(ms: number): void;
  close(): Promise<void>;
};

type Pair = { client: Socket; server: Socket };

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  let isCut = false;
  let lostText: string | null = null;
  let lostCommitText: string | null = null;
  let delayMs = 0;
  let answerDelayMs = 0;
  const listener = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const server = connect(Number(target.port), target.hostname);
    if (delayMs > 0) {
      // What the client says meanwhile waits in its socket.
      client.pause();
      setTimeout(() => client.resume(), delayMs);
      delayMs = 0;
    }
    const pair = { client, server };
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on("error", end).on("close", end);
    let isLost = false;
    client.on("data", (piece) => {
      if (lostCommitText !== null && piece.includes(lostCommitText)) {
        lostText = "commit";
        lostCommitText = null;
      }
      if (lostText !== null && piece.includes(lostText)) {
        isLost = true;
        lostText = null;
      }
      server.write(piece);
    });
    // The server has answered, so the query is done even though the answer is lost.
    server.on("data", (piece) => {
      if (isLost) end();
      else if (answerDelayMs === 0) client.write(piece);
      else setTimeout(() => client.write(piece), answerDelayMs);
    });
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, "127.0.0.1", resolve);
  });
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("the proxy is not listening");
  const url = new URL(databaseUrl);
  url.port = String(address.port);
  url.hostname = "127.0.0.1";
  // Not past the proxy, through the server's socket.
  url.searchParams.delete("host");

  const endAll = (): void => {
    for (const { client, server } of pairs) {
      client.destroy();
      server.destroy();
    }
  };
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      endAll();
    },
    restore: () => {
      isCut = false;
    },
    loseAnswerTo: (text) => {
      lostText = text;
    },
    loseCommitOf: (text) => {
      lostCommitText = text;
    },
    freeze: () => {
      for (const { client, server } of pairs) {
        client.removeAllListeners("data").pause();
        server.removeAllListeners("data").pause();
      }
    },
    delayNextConnection: (ms) => {
      delayMs = ms;
    },
    delayAnswers: (ms) => {
      answerDelayMs = ms;
    },
    close: async () => {
      endAll();
      await new Promise((resolve) => {
        listener.close(resolve);
      });
    },
  };
}
