import { once } from "node:events";
import { SMTPServer } from "smtp-server";

/** A mail as the server received it. */
export type ReceivedMail = { to: string; head: string; text: string };

/** A real SMTP server on this machine, which asks for a password. */
export type MailServer = {
  /** With its credentials. */
  url: string;
  mails: ReceivedMail[];
  /** Answers this number of mails with "try again later". */
  refuseNext(count: number): void;
  close(): Promise<void>;
};

const CREDENTIALS = { user: "desk@partner.example", pass: "p:ss/w@rd" };

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let refusing = 0;
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) => {
      const isKnown = username === CREDENTIALS.user && password === CREDENTIALS.pass;
      done(isKnown ? null : new Error("535 Wrong credentials"), isKnown ? { user: username } : undefined);
    },
    onData: (stream, { envelope }, done) => {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", () => {
        if (refusing > 0) {
          refusing -= 1;
          done(Object.assign(new Error("Try again later"), { responseCode: 451 }));
          return;
        }
        const [head = "", ...body] = Buffer.concat(pieces).toString("utf8").split("\r\n\r\n");
        const isQuoted = /^Content-Transfer-Encoding: quoted-printable/im.test(head);
        const text = body.join("\r\n\r\n");
        for (const { address } of envelope.rcptTo) {
          mails.push({ to: address, head, text: isQuoted ? unquote(text) : text });
        }
        done();
      });
    },
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const [user, pass] = [CREDENTIALS.user, CREDENTIALS.pass].map(encodeURIComponent);
  return {
    url: `smtp://${user}:${pass}@127.0.0.1:${port}`,
    mails,
    refuseNext: (count) => void (refusing = count),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Quoted-printable (RFC 2045). */
function unquote(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
