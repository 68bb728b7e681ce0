import type { CodesPage, ShownCode } from "#lib/contracts/codes/codes.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { revealCodes } from "#lib/queries/codes.ts";
import { statedReason } from "./statedReason.ts";

export const CODES_AT_ONCE = 100;

/** The page that a code number is on. */
export function pageOf(number: number): number {
  return Math.floor((number - 1) / CODES_AT_ONCE);
}

export type RevealSession = {
  reason: string;
  hasEnded: () => boolean;
  /** Ends the reveal: pending requests get no answer any more. */
  end: () => void;
  ask: (body: { skip: number; take: number; search?: string }) => Promise<CodesPage>;
  /** Requests one page, once for all concurrent callers. */
  page: (place: number) => Promise<readonly ShownCode[]>;
};

/** One reveal, from its first page until the codes are hidden. Stores no code itself. */
export function revealSession(
  environment: Environment,
  reference: string,
  reason: string,
  onPage: (place: number, items: readonly ShownCode[]) => void,
): RevealSession {
  const { signal, abort } = abortable();
  const loading = new Map<number, Promise<readonly ShownCode[]>>();
  const ask: RevealSession["ask"] = async (body) => {
    const page = await revealCodes(environment, reference, { ...body, ...statedReason(reason) }, signal);
    signal.throwIfAborted();
    return page;
  };
  async function load(place: number): Promise<readonly ShownCode[]> {
    try {
      const { items } = await ask({ skip: place * CODES_AT_ONCE, take: CODES_AT_ONCE });
      onPage(place, items);
      return items;
    } finally {
      loading.delete(place);
    }
  }
  return {
    reason,
    hasEnded: () => signal.aborted,
    end: abort,
    ask,
    page: (place) => {
      const begun = loading.get(place) ?? load(place);
      loading.set(place, begun);
      return begun;
    },
  };
}

function abortable(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
