"use client";

import { useEffect, useRef, useState } from "react";
import type { Presence } from "#lib/contracts/orders/drafts.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { DraftSync } from "#lib/orders/drafts/draftSync.ts";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import { notePresence } from "#lib/queries/orders/draft.ts";
import { SECOND } from "#lib/time/instant.ts";

const EVERY = 4 * SECOND;
const MOVING = 250;
const NOBODY: Presence["others"] = [];

/**
 * Who else has a shared draft open, and on which line they are. Reports the same for this tab, at once when another line is
 * edited, and reads what somebody else has stored. Does nothing for a draft that is not shared, or in a hidden tab.
 */
export function usePresence(
  environment: Environment,
  sync: DraftSync,
  isShared: boolean,
  lineId: string | null,
): Presence["others"] {
  const [tabId] = useState(newUuid);
  const [others, setOthers] = useState(NOBODY);
  const edited = useRef(lineId);
  const tellNow = useRef<(() => void) | null>(null);

  useEffect(() => {
    edited.current = lineId;
    // Between two fields, the focus is on no line for a moment.
    const timer = setTimeout(() => tellNow.current?.(), MOVING);
    return () => clearTimeout(timer);
  }, [lineId]);
  useEffect(() => {
    if (!isShared) return undefined;
    let isOver = false;
    const tell = async () => {
      if (document.visibilityState !== "visible") return;
      try {
        const told = await notePresence(environment, sync.id, { tabId, lineId: edited.current });
        if (isOver) return;
        setOthers((now) => (JSON.stringify(now) === JSON.stringify(told.others) ? now : told.others));
        void sync.catchUp(told.version);
      } catch {
        // The last known presence stays; the next call updates it.
      }
    };
    tellNow.current = () => void tell();
    void tell();
    const timer = setInterval(() => void tell(), EVERY);
    const leave = () => {
      void notePresence(environment, sync.id, { tabId, lineId: null, isLeaving: true }).catch(() => {});
    };
    addEventListener("pagehide", leave);
    return () => {
      isOver = true;
      tellNow.current = null;
      clearInterval(timer);
      removeEventListener("pagehide", leave);
      leave();
      setOthers(NOBODY);
    };
  }, [environment, sync, isShared, tabId]);
  return others;
}
