import "server-only";
import type { ServerResponse } from "node:http";
import { KEEP_EARLY_INPUT } from "./keepEarlyInput.ts";
import { overrideMethod } from "./overrideMethod.ts";
import { RETRY_SCRIPTS } from "./retryScripts.ts";
import type { Stage } from "./stage.ts";

/** The way React writes a script that belongs to the page. */
const SCRIPT = /<script src="(\/_next\/static\/[^"]+)" async="" nonce="([^"]+)"><\/script>/g;
/** Any other script that a browser would request. None that we support requests one with `noModule`. */
const OTHER_SCRIPT = /<script src="[^"]+"(?! noModule="")/;
const HEAD_END = "</head>";
const HEAD_START = "<head>";

/**
 * Makes browsers request a page's scripts after they have read the page. As React writes them, scripts are requested while the
 * page arrives, share the connection with it, and the first ones run before it is painted
 * (docs/decisions/0008-next-in-production.md). Early input is kept back. A page that does not look as expected stays as it is, and works.
 */
export const deferScripts: Stage = (_, response, next) => {
  const write: (chunk: unknown, ...rest: never[]) => boolean = response.write.bind(response);
  let isBegun = false;
  overrideMethod(response, "write", (chunk: unknown, ...rest: never[]) => {
    const isFirst = !isBegun;
    isBegun = true;
    return write(isFirst && isPage(response) ? withDeferredScripts(chunk) : chunk, ...rest);
  });
  next();
};

function isPage(response: ServerResponse): boolean {
  const type = String(response.getHeader("content-type"));
  return type.startsWith("text/html") && !response.hasHeader("content-length");
}

/** The first chunk of a page contains its whole head; any other chunk is left unchanged. */
function withDeferredScripts(chunk: unknown): unknown {
  if (!(chunk instanceof Uint8Array)) return chunk;
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const end = bytes.indexOf(HEAD_END);
  return end === -1
    ? chunk
    : Buffer.concat([Buffer.from(deferIn(bytes.toString("utf8", 0, end))), bytes.subarray(end)]);
}

/** The head of a page, with one script in place of the scripts that it lists, and before all else the one that asks again for what is missing. */
function deferIn(head: string): string {
  const scripts = [...head.matchAll(SCRIPT)];
  const nonce = scripts[0]?.[2];
  const rest = head.replaceAll(SCRIPT, "");
  // Scripts in a form that we don't know would run before those that we defer.
  if (nonce === undefined || OTHER_SCRIPT.test(rest)) return head;
  const paths = scripts.map(([, path]) => path);
  const inline = (text: string) => `<script nonce="${nonce}">${text}</script>`;
  // Before the styles: they may be missing too.
  const begun = rest.replace(HEAD_START, () => `${HEAD_START}${inline(RETRY_SCRIPTS)}`);
  return `${begun}${inline(`${KEEP_EARLY_INPUT}${loaderOf(paths)}`)}`;
}

/**
 * Requests the scripts once the page has been painted, each in a task of its own: together, their requests alone would keep the browser busy
 * for longer than a frame, and before the paint. A page in the background is not painted, so it does not wait for that.
 *
 * Sets `async` as an attribute, by which React recognises scripts that it need not request again.
 */
function loaderOf(paths: readonly (string | undefined)[]): string {
  const request = `document.head.append(Object.assign(document.createElement("script"),{src,async:true}))`;
  return (
    `{let paths=${JSON.stringify(paths)},` +
    `tasks=[...paths.map(src=>()=>${request}),${FORMATS_PREPARED}],next=()=>{tasks.shift()();tasks.length&&setTimeout(next)};` +
    `addEventListener("DOMContentLoaded",()=>document.hidden?next():requestAnimationFrame(()=>setTimeout(next)))}`
  );
}

/**
 * The first number that a page formats makes the browser load its data for all locales, which takes longer than anything else
 * before the page can be used. So it is done while the scripts are loading, in three tasks.
 */
const FORMATS_PREPARED = [
  "Intl.Collator.supportedLocalesOf(locale)",
  "new Intl.NumberFormat(locale).format(1)",
  'new Intl.DateTimeFormat(locale,{month:"short"}).format(1)',
]
  .map((task) => `()=>{let{locale}=document.documentElement.dataset;${task}}`)
  .join(",");
