"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { z } from "zod";
import {
  exportedCodeSchema,
  type ExportCodesRequest,
  type ExportedCode,
} from "#lib/contracts/codes/exportCodes.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import type { ConfirmIdentityInput } from "#lib/contracts/team/secondFactor.ts";
import { exportCodes } from "#lib/queries/codes.ts";
import { confirmIdentity } from "#lib/queries/team/identity.ts";
import { orderQuery } from "#lib/queries/orders/orders.ts";
import { asProblem, stillAsked } from "#lib/queries/client/problemError.ts";
import { announce } from "#components/ui/Announcer.tsx";
import { downloadFile } from "#components/ui/downloadFile.ts";
import { problemOfExport, receiveFile, type Progress } from "./receiveFile.ts";

const printedSchema = z.object({ codes: z.array(exportedCodeSchema) });

export type ExportState =
  | { step: "form" }
  | { step: "running"; progress: Progress | null }
  | { step: "saved"; count: number; passphrase: string | null };

export type Export = {
  state: ExportState;
  problem: Problem | null;
  busy: boolean;
  /** Codes of a sheet to be printed. */
  sheet: readonly ExportedCode[] | null;
  start: (input: ExportCodesRequest) => Promise<void>;
  /** Confirms the member's identity, then runs the requested export. */
  confirm: (input: ConfirmIdentityInput) => Promise<void>;
  /** Cancels a running export; nothing of it is saved. */
  cancel: () => void;
  printed: () => void;
};

/** Exports codes into a file that the browser saves, or a sheet that it prints. Nothing of it is kept. */
export function useExport(environment: Environment, reference: string): Export {
  const client = useQueryClient();
  const [state, setState] = useState<ExportState>({ step: "form" });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [sheet, setSheet] = useState<readonly ExportedCode[] | null>(null);
  const [pending, setPending] = useState<ExportCodesRequest | null>(null);
  const running = useRef<AbortController | null>(null);

  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setState({ step: "form" });
    setProblem(null);
    setBusy(false);
  }, []);
  const printed = useCallback(() => setSheet(null), []);
  useEffect(() => () => running.current?.abort(), []);

  /** Refreshes the timeline, which has new entries. */
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: orderQuery(environment, reference).queryKey }),
    [client, environment, reference],
  );

  const start = useCallback(
    async (input: ExportCodesRequest) => {
      const own = new AbortController();
      running.current = own;
      setPending(input);
      setProblem(null);
      setState({ step: "running", progress: null });
      try {
        const response = await exportCodes(environment, reference, { ...input, framed: true }, own.signal);
        const show = (progress: Progress) => {
          if (!own.signal.aborted) setState({ step: "running", progress });
        };
        const file = await receiveFile(response, show, own.signal);
        own.signal.throwIfAborted();
        if (input.format === "print") {
          setSheet(printedSchema.parse(JSON.parse(await new Blob(file.pieces).text())).codes);
          setState({ step: "form" });
        } else {
          downloadFile(file.name, new Blob(file.pieces), file.type);
          setState({ step: "saved", count: file.total, passphrase: input.passphrase ?? null });
          announce("Export finished.");
        }
      } catch (error) {
        if (own.signal.aborted) return;
        setProblem(problemOfExport(error));
        setState({ step: "form" });
      }
      refresh();
    },
    [environment, reference, refresh],
  );

  const confirm = useCallback(
    async (input: ConfirmIdentityInput) => {
      if (pending === null) return;
      setBusy(true);
      try {
        await confirmIdentity(environment, input);
        await start(pending);
      } catch (error) {
        // The member is still asked to confirm their identity.
        setProblem((last) => stillAsked(asProblem(error), last));
      } finally {
        setBusy(false);
      }
    },
    [environment, pending, start],
  );

  return { state, problem, busy, sheet, start, confirm, cancel, printed };
}
