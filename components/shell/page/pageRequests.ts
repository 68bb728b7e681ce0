import { useEffect, useEffectEvent } from "react";
import type { FoundCode } from "#lib/contracts/codes/lookUp.ts";
import type { TableFile } from "#lib/files/tableFiles.ts";

/** What a page can be asked to do from elsewhere, such as the palette, with what it needs for it. */
export type PageRequests = {
  invite: true;
  "export-orders": TableFile;
  /** A code, with what was found of it. Handed over in memory, because it must be in no address. */
  "find-code": { code: string; found: FoundCode | undefined };
  /** The customer whose hand-outs are listed. */
  "find-customer": string;
};
type Name = keyof PageRequests;
type Act<N extends Name> = (given: PageRequests[N]) => void;

const acts: { [N in Name]?: Act<N> } = {};
/** The last request that no page has taken yet: it is being opened. */
let waiting: Partial<PageRequests> = {};

/** Asks the page that can do it, at once or as soon as it is shown. */
export function askPage<N extends Name>(name: N, given: PageRequests[N]): void {
  const act = acts[name];
  // Nobody waits for what was asked before.
  waiting = {};
  if (act === undefined) waiting[name] = given;
  else act(given);
}

/** Answers requests as long as the page is shown, which may come just before it is. Null: it does not. */
export function usePageRequest<N extends Name>(name: N, act: Act<N> | null): void {
  const isAnswered = act !== null;
  const answer = useEffectEvent((given: PageRequests[N]) => act?.(given));
  useEffect(() => {
    if (!isAnswered) return undefined;
    const listen: Act<N> = (given) => answer(given);
    // The compiler does not see that an entry of this name is for requests of this name.
    Object.assign(acts, { [name]: listen });
    const given = waiting[name];
    delete waiting[name];
    if (given !== undefined) answer(given);
    return () => {
      if (acts[name] === listen) delete acts[name];
    };
  }, [name, isAnswered]);
}
