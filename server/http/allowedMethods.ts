import "server-only";
import { IncomingMessage, ServerResponse, type RequestListener } from "node:http";
import { Socket } from "node:net";
import { SECOND } from "#lib/time/instant.ts";
import { keepRecent } from "#lib/keepRecent.ts";
import { overrideMethod } from "./overrideMethod.ts";

/** For how many addresses the answer is remembered, so that a flood of wrong methods costs Next only one question. */
const MOST_REMEMBERED = 500;

/** How long Next has to answer: many times what an address takes whose code is not loaded yet. */
const PATIENCE_MS = 5 * SECOND;

const remembered = new Map<string, readonly string[]>();

/**
 * Asks Next which methods an address of the interface has, by an OPTIONS request that does not leave this process: Next answers
 * it from the route's own exports, and says nothing of them with a 405. Empty if it does not say it, or not in time; then
 * it is asked again the next time.
 * @param path without the query
 */
export async function allowedMethods(path: string, next: RequestListener): Promise<readonly string[]> {
  const known = remembered.get(path);
  if (known !== undefined) return known;
  const methods = await askNext(path, next);
  if (methods.length === 0) return methods;
  return keepRecent(remembered, path, methods, MOST_REMEMBERED);
}

function askNext(path: string, next: RequestListener): Promise<string[]> {
  const question = new IncomingMessage(new Socket());
  Object.assign(question, { method: "OPTIONS", url: path, headers: { host: "localhost" } });
  question.push(null);
  const reply = new ServerResponse(question);
  const asked = Promise.withResolvers<string[]>();
  const late = setTimeout(() => asked.resolve([]), PATIENCE_MS);
  const hear = () => {
    clearTimeout(late);
    const allow = reply.getHeader("allow");
    asked.resolve(typeof allow === "string" ? allow.split(",").map((method) => method.trim()) : []);
    return reply;
  };
  overrideMethod(reply, "write", () => true);
  overrideMethod(reply, "end", hear);
  next(question, reply);
  return asked.promise;
}
