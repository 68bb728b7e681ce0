import "server-only";
import type { ServerResponse } from "node:http";
import { overrideMethod } from "./overrideMethod.ts";

/** A longer answer is sent while it is written. */
const MOST_GATHERED_BYTES = 256 * 1024;

/**
 * Sends everything that is written of an answer within one turn of the event loop in one chunk. Next writes head, body and end
 * separately, and each would be a packet of its own and be compressed by itself. An answer that is complete by then gets a
 * Content-Length, and a short one is not compressed. What is written in later turns is sent as it comes.
 */
export function gatherWrites(response: ServerResponse): void {
  const write: (...args: Written) => boolean = response.write.bind(response);
  const end: (...args: Written) => ServerResponse = response.end.bind(response);
  const flushHeaders = response.flushHeaders.bind(response);
  const gathered: Uint8Array[] = [];
  let length = 0;
  let isGathering = true;
  let turn: NodeJS.Immediate | undefined;
  const release = () => {
    isGathering = false;
    clearImmediate(turn);
    return Buffer.concat(gathered.splice(0));
  };
  const sendGathered = () => {
    const bytes = release();
    flushHeaders();
    if (bytes.length === 0) return;
    write(bytes);
    flushCompressed(response);
  };
  const gather = (bytes: Uint8Array) => {
    gathered.push(bytes);
    length += bytes.length;
    if (length > MOST_GATHERED_BYTES) sendGathered();
    else turn ??= setImmediate(sendGathered);
  };
  overrideMethod(response, "flushHeaders", () => {
    if (isGathering) gather(NOTHING);
    else flushHeaders();
  });
  overrideMethod(response, "write", (...args) => {
    const bytes = bytesOf(args);
    if (!isGathering || bytes === null) {
      if (gathered.length > 0) sendGathered();
      return write(...args);
    }
    gather(bytes);
    return true;
  });
  overrideMethod(response, "end", (...args) => {
    const bytes = args.length === 0 ? NOTHING : bytesOf(args);
    if (isGathering && bytes === null) sendGathered();
    if (!isGathering || bytes === null) return end(...args);
    gathered.push(bytes);
    const body = release();
    if (body.length === 0) return end();
    if (!response.headersSent) response.setHeader("content-length", body.length);
    return end(body);
  });
}

const NOTHING = new Uint8Array();

/** A chunk and the further arguments of Node's overloads, which are only passed on here. */
type Written = [chunk?: unknown, ...rest: never[]];

/** The bytes of a call without other arguments; null for one with an encoding or a callback, which Node has to see. */
function bytesOf([chunk, ...rest]: Written): Uint8Array | null {
  if (rest.length > 0) return null;
  if (typeof chunk === "string") return Buffer.from(chunk);
  return chunk instanceof Uint8Array ? chunk : null;
}

/** Sends what the compression has received so far, by the method that the package adds to the response. */
function flushCompressed(response: ServerResponse): void {
  if ("flush" in response && typeof response.flush === "function") response.flush();
}
