import { createServer, connect, type Socket } from "node:net";

/** A hop between a dashboard and its database that can fail as failovers do. */
export type DatabaseProxy = {
  /** The database's address by this way. */
  url: string;
  /** Ends all connections and takes no new ones, until `restore`. */
  cut(): void;
  /** Takes connections again. */
  restore(): void;
  /** The next question with this text in it is passed on, and its connection ends before the answer arrives. */
  loseAnswerTo(text: string): void;
  /** The same for the commit of the next transaction with this text in a question. */
  loseCommitOf(text: string): void;
  /** The connections there are fall silent for ever, without an end; new ones work. As when a server vanishes. */
  freeze(): void;
  close(): Promise<void>;
};

type Pair = { client: Socket; server: Socket };

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  let isCut = false;
  let fatal: string | null = null;
  let committed: string | null = null;
  const listener = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const server = connect(Number(target.port), target.hostname);
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
      if (committed !== null && piece.includes(committed)) {
        fatal = "commit";
        committed = null;
      }
      if (fatal !== null && piece.includes(fatal)) {
        isLost = true;
        fatal = null;
      }
      server.write(piece);
    });
    // Answered: so it is done, whatever becomes of the answer.
    server.on("data", (piece) => (isLost ? end() : client.write(piece)));
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, "127.0.0.1", resolve);
  });
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("the proxy does not listen");
  const url = new URL(databaseUrl);
  url.port = String(address.port);
  url.hostname = "127.0.0.1";

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
      fatal = text;
    },
    loseCommitOf: (text) => {
      committed = text;
    },
    freeze: () => {
      for (const { client, server } of pairs) {
        client.removeAllListeners("data").pause();
        server.removeAllListeners("data").pause();
      }
    },
    close: async () => {
      endAll();
      await new Promise((resolve) => {
        listener.close(resolve);
      });
    },
  };
}
