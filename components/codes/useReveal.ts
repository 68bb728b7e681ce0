"use client";

import { MINUTE } from "#lib/time/instant.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { CodesPage } from "#lib/contracts/codes.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { confirmPassword, revealCodes } from "#lib/queries/codes.ts";
import { orderQuery } from "#lib/queries/orders.ts";
import { counted } from "#lib/text/counts.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { announce } from "#components/ui/Announcer.tsx";

export const CODES_AT_ONCE = 100;
/** Codes must not stay on an unattended screen. */
export const MASK_AFTER_MS = MINUTE;

export type ShownCodes = CodesPage & { skip: number; reason: string; until: number };
/** A page of codes that waits for its reader to show who they are. */
type Pending = { skip: number; reason: string; by: "password" | "sign-in" };
export type Reveal = {
  shown: ShownCodes | null;
  busy: boolean;
  problem: Problem | null;
  /** What the member has to do first, because the last sign-in is too long ago; null: nothing. */
  reauthenticate: "password" | "sign-in" | null;
  show: (skip: number, reason: string) => Promise<void>;
  /** Confirms the password, then shows what was asked for. */
  confirm: (password: string) => Promise<void>;
  hide: () => void;
};

/**
 * Revealed codes are kept in the state of this panel and nowhere else: in no cache, no address, no storage. They are hidden
 * after a minute, when the tab is hidden and when the page is left.
 */
export function useReveal(environment: Environment, reference: string): Reveal {
  const client = useQueryClient();
  const [shown, setShown] = useState<ShownCodes | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [pending, setPending] = useState<Pending | null>(null);
  const asking = useRef<AbortController | null>(null);

  const hide = useCallback(() => {
    asking.current?.abort();
    setShown(null);
  }, []);

  const show = useCallback(
    async (skip: number, reason: string) => {
      if (asking.current) return;
      const asked = new AbortController();
      asking.current = asked;
      setBusy(true);
      setProblem(null);
      try {
        const given = reason.trim();
        const page = await revealCodes(
          environment,
          reference,
          { skip, take: CODES_AT_ONCE, ...(given === "" ? {} : { reason: given }) },
          asked.signal,
        );
        if (asked.signal.aborted) return;
        setPending(null);
        setShown({ ...page, skip, reason, until: Date.now() + MASK_AFTER_MS });
        announce(`${counted(page.items.length, "code", "codes")} revealed.`);
        // The timeline has a new entry.
        void client.invalidateQueries({ queryKey: orderQuery(environment, reference).queryKey });
      } catch (error) {
        if (asked.signal.aborted) return;
        const told = asProblem(error);
        if (told.reauthenticate === undefined) return setProblem(told);
        setShown(null);
        setPending({ skip, reason, by: told.reauthenticate });
      } finally {
        asking.current = null;
        setBusy(false);
      }
    },
    [client, environment, reference],
  );

  const confirm = useCallback(
    async (password: string) => {
      if (!pending) return;
      setBusy(true);
      setProblem(null);
      try {
        await confirmPassword(environment, password);
      } catch (error) {
        setBusy(false);
        return setProblem(asProblem(error));
      }
      await show(pending.skip, pending.reason);
    },
    [environment, pending, show],
  );

  useEffect(() => {
    if (!shown) return undefined;
    const mask = () => {
      setShown(null);
      announce("Codes hidden.");
    };
    const whenHidden = () => {
      if (document.visibilityState === "hidden") mask();
    };
    const timer = setTimeout(mask, shown.until - Date.now());
    document.addEventListener("visibilitychange", whenHidden);
    addEventListener("pagehide", mask);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", whenHidden);
      removeEventListener("pagehide", mask);
    };
  }, [shown]);
  useEffect(() => () => asking.current?.abort(), []);

  return { shown, busy, problem, reauthenticate: pending?.by ?? null, show, confirm, hide };
}
