import "server-only";
import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { AppError } from "#server/context/errors.ts";

/** What Next's router tells of the page that a browser has open, for the part of the next one that is missing. */
const STATE_HEADER = "next-router-state-tree";

/** Refuses a router state that Next can't read: it would answer 500, with a stack in the log. Next itself judges it. */
export function refuseRouterState({ headers }: IncomingMessage): AppError | null {
  try {
    parseAndValidateFlightRouterState(headers[STATE_HEADER]);
    return null;
  } catch {
    return UNREADABLE;
  }
}

const UNREADABLE = new AppError(
  "validation",
  `Leave out the header ${STATE_HEADER}, or send it as Next does.`,
);
