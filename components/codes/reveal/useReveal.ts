"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { CodeGroup, ShownCode } from "#lib/contracts/codes/codes.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { IdentityFactors } from "#lib/contracts/identityFactors.ts";
import type { Problem, Reauthenticate } from "#lib/contracts/problem.ts";
import type { ConfirmIdentityInput } from "#lib/contracts/team/secondFactor.ts";
import { confirmIdentity } from "#lib/queries/team/identity.ts";
import { orderQuery } from "#lib/queries/orders/orders.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { counted } from "#lib/text/counts.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { announce } from "#components/ui/Announcer.tsx";
import { CODES_AT_ONCE, pageOf, revealSession, type RevealSession } from "./revealSession.ts";
import { useMasking } from "./useMasking.ts";

/** After this time, codes are hidden, so that they do not stay on an unattended screen. Scrolling does not extend it. */
export const MASK_AFTER_MS = 2 * MINUTE;
/** The most pages that are kept; earlier ones are requested again when the member scrolls back. */
const PAGES_KEPT = 60;

export type Shown = {
  groups: readonly CodeGroup[];
  total: number;
  /** The shape of an answer in which no code could be read. */
  shape: string | undefined;
  reason: string;
  until: number;
  /** Pages of `CODES_AT_ONCE` codes, by their position. */
  pages: ReadonlyMap<number, readonly ShownCode[]>;
  /** The result of a search, shown instead of the list. */
  found: { search: string; items: readonly ShownCode[]; total: number } | null;
};

export type Reveal = {
  shown: Shown | null;
  busy: boolean;
  problem: Problem | null;
  /** How the member has to confirm that it's them, because the last sign-in is too long ago; null: not necessary. */
  reauthenticate: Reauthenticate | null;
  /** The server's reason, and what to do if signing in again does not help. */
  why: string;
  /** What this member can confirm with. */
  factors: IdentityFactors | undefined;
  show: (reason: string) => Promise<void>;
  /** Loads the pages with these code numbers; returns their codes, or null if that failed. */
  load: (from: number, to: number) => Promise<ShownCode[] | null>;
  /** Shows the codes that match a search; null: the list again. */
  find: (search: string | null) => Promise<void>;
  /** Confirms the member's identity, then shows the requested codes. */
  confirm: (input: ConfirmIdentityInput) => Promise<void>;
  hide: () => void;
};

/** A request for codes that waits until the member has confirmed that it's them. */
type Pending = { reason: string; by: Reauthenticate; why: string; factors: IdentityFactors | undefined };

/**
 * Keeps revealed codes only in the state of this panel: not in a cache, the address or browser storage. They are hidden
 * after two minutes, when the tab is hidden and when the page is left. `prepare`: loads what shows them.
 */
export function useReveal(environment: Environment, reference: string, prepare: () => Promise<void>): Reveal {
  const client = useQueryClient();
  const [shown, setShown] = useState<Shown | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [pending, setPending] = useState<Pending | null>(null);
  const session = useRef<RevealSession | null>(null);

  const hide = useCallback(() => {
    session.current?.end();
    session.current = null;
    setShown(null);
    setBusy(false);
  }, []);

  /** Refreshes the timeline, which has a new entry for each page. */
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: orderQuery(environment, reference).queryKey }),
    [client, environment, reference],
  );

  /** Handles a failure of this reveal; ignored if the codes have been hidden since. */
  const fail = useCallback(
    (of: RevealSession, error: unknown) => {
      if (of.hasEnded()) return;
      const failure = asProblem(error);
      if (failure.reauthenticate === undefined) return setProblem(failure);
      hide();
      const { reauthenticate: by, detail: why, factors } = failure;
      setPending({ reason: of.reason, by, why, factors });
    },
    [hide],
  );

  const show = useCallback(
    async (reason: string) => {
      if (session.current) return;
      const own = revealSession(environment, reference, reason, (place, items) => {
        setShown((last) => (last === null ? null : { ...last, pages: withPage(last.pages, place, items) }));
        refresh();
      });
      session.current = own;
      setBusy(true);
      setProblem(null);
      try {
        await prepare();
        const page = await own.ask({ skip: 0, take: CODES_AT_ONCE });
        setPending(null);
        // In a hidden tab, codes could be seen by the next person at the screen.
        if (document.visibilityState === "hidden") return hide();
        const until = Date.now() + MASK_AFTER_MS;
        const { groups, total, shape, items } = page;
        setShown({ groups, total, shape, reason, until, pages: new Map([[0, items]]), found: null });
        announce(`${counted(items.length, "code", "codes")} revealed.`);
        refresh();
      } catch (error) {
        fail(own, error);
        if (session.current === own) session.current = null;
      } finally {
        setBusy(false);
      }
    },
    [environment, fail, hide, prepare, reference, refresh],
  );

  const load = useCallback(
    async (from: number, to: number): Promise<ShownCode[] | null> => {
      const own = session.current;
      if (own === null || shown === null) return null;
      const codes: ShownCode[] = [];
      try {
        // One page after the other, because each is a call that is recorded and counted.
        for (let place = pageOf(from); place <= pageOf(to); place += 1) {
          codes.push(...(shown.pages.get(place) ?? (await own.page(place))));
        }
      } catch (error) {
        fail(own, error);
        return null;
      }
      setProblem(null);
      return codes.filter(({ number }) => number >= from && number <= to);
    },
    [fail, shown],
  );

  const find = useCallback(
    async (search: string | null) => {
      const own = session.current;
      if (own === null) return;
      setProblem(null);
      if (search === null) return setShown((last) => (last === null ? null : { ...last, found: null }));
      setBusy(true);
      try {
        const { items, total } = await own.ask({ skip: 0, take: CODES_AT_ONCE, search });
        setShown((last) => (last === null ? null : { ...last, found: { search, items, total } }));
        announce(`${counted(total, "code", "codes")} found.`);
        refresh();
      } catch (error) {
        fail(own, error);
      } finally {
        setBusy(false);
      }
    },
    [fail, refresh],
  );

  const confirm = useCallback(
    async (input: ConfirmIdentityInput) => {
      if (!pending) return;
      setBusy(true);
      setProblem(null);
      try {
        await confirmIdentity(environment, input);
      } catch (error) {
        setBusy(false);
        return setProblem(asProblem(error));
      }
      await show(pending.reason);
    },
    [environment, pending, show],
  );

  useMasking(shown?.until ?? null, hide);
  const { by: reauthenticate = null, why = "", factors } = pending ?? {};
  return { shown, busy, problem, reauthenticate, why, factors, show, load, find, confirm, hide };
}

/** Keeps the first page, to which members scroll back. */
function withPage(pages: Shown["pages"], place: number, items: readonly ShownCode[]): Shown["pages"] {
  const next = new Map(pages);
  next.set(place, items);
  const oldest = [...next.keys()].find((each) => each !== 0 && each !== place);
  if (next.size > PAGES_KEPT && oldest !== undefined) next.delete(oldest);
  return next;
}
