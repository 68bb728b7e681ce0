import "server-only";
import type { ServerResponse } from "node:http";
import { HOLD_INPUT } from "./holdInput.ts";

/** As React writes a script that belongs to the page. */
const SCRIPT = /<script src="(\/_next\/static\/[^"]+)" async="" nonce="([^"]+)"><\/script>/g;
const HEAD_END = "</head>";

/**
 * Has browsers ask for a page's scripts once they have read the page. Asked for while it arrives, as React writes them, they share the
 * connection with it, and the first that arrive are run before it is painted (docs/decisions/0008-next-in-production.md). What a person does
 * until then is held.
 */
export function deferScripts(response: ServerResponse): void {
  const write: (chunk: unknown, ...rest: never[]) => boolean = response.write.bind(response);
  let isBegun = false;
  // Defined, not assigned: it has overloads that only pass through here.
  Object.defineProperty(response, "write", {
    writable: true,
    configurable: true,
    value: (chunk: unknown, ...rest: never[]) => {
      const isFirst = !isBegun;
      isBegun = true;
      return write(isFirst && isPage(response) ? withDeferredScripts(chunk) : chunk, ...rest);
    },
  });
}

function isPage(response: ServerResponse): boolean {
  const type = String(response.getHeader("content-type"));
  return type.startsWith("text/html") && !response.hasHeader("content-length");
}

/** The first piece of a page has all of its head; any other is left as it is. */
function withDeferredScripts(chunk: unknown): unknown {
  if (!(chunk instanceof Uint8Array)) return chunk;
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const end = bytes.indexOf(HEAD_END);
  return end === -1
    ? chunk
    : Buffer.concat([Buffer.from(deferIn(bytes.toString("utf8", 0, end))), bytes.subarray(end)]);
}

/** The head of a page with one script in place of those that it names. */
function deferIn(head: string): string {
  const scripts = [...head.matchAll(SCRIPT)];
  const nonce = scripts[0]?.[2];
  if (nonce === undefined) return head;
  const paths = scripts.map(([, path]) => path);
  return `${head.replaceAll(SCRIPT, "")}<script nonce="${nonce}">${HOLD_INPUT}${loaderOf(paths)}</script>`;
}

/**
 * `async` as an attribute, by which React finds the scripts that it need not ask for again. When all of them were run, `pageScripts` is
 * fulfilled: a page that became interactive without some of its code would be rendered anew if somebody typed, and lose the text
 * (scripts/stack/building/startInSlices.ts).
 */
function loaderOf(paths: readonly (string | undefined)[]): string {
  const load = `new Promise(r=>document.head.append(Object.assign(document.createElement("script"),{src,async:true,onload:r,onerror:r})))`;
  return `addEventListener("DOMContentLoaded",()=>{self.pageScripts=Promise.all(${JSON.stringify(paths)}.map(src=>${load}));${FORMATS_PREPARED}})`;
}

/**
 * The first number that a browser formats in a page makes it look for the data of all locales, which takes longer than anything else that
 * is done before one can use the page: done after the paint, while the scripts are on their way, in three pieces.
 */
const FORMATS_PREPARED =
  'let l=document.documentElement.dataset.locale,s=[()=>Intl.Collator.supportedLocalesOf(l),()=>new Intl.NumberFormat(l).format(1),()=>new Intl.DateTimeFormat(l,{month:"short"}).format(1)],n=()=>{s.shift()();if(s.length)setTimeout(n)};requestAnimationFrame(()=>setTimeout(n))';
