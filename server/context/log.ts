import "server-only";
import { pino } from "pino";
import type { Log } from "./context.ts";
import { describeError } from "./describeError.ts";

const SECRET_FIELDS = [
  "password",
  "passwordHash",
  "apiKey",
  "key",
  "keys",
  "secret",
  "token",
  "authorization",
  "cookie",
  "codes",
  "pin",
  '["x-api-key"]',
  '["set-cookie"]',
];

/** Anything that looks like a key of the service or an access token, wherever it appears. */
const KEY_PATTERN = /(?:svc_(?:test|live)|cdk)_[\x21\x23-\x5b\x5d-\x7e]+/g;

export type LogTarget = { write(line: string): void };

/**
 * Creates a log with one line of JSON for each event. Fields with secret names are left out, and whatever looks like a key is
 * removed from the finished line, so that a careless caller cannot leak one.
 */
export function createLog(level: string, target: LogTarget = process.stdout): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: (error: unknown) => describeError(error) },
      redact: {
        paths: SECRET_FIELDS.flatMap((name) => [name, name.startsWith("[") ? `*${name}` : `*.${name}`]),
        censor: "[left out]",
      },
    },
    { write: (line: string) => target.write(line.replaceAll(KEY_PATTERN, "[key]")) },
  );
}
