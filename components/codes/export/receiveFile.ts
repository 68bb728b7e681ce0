import { createFrameReader } from "#lib/codes/exportFrames.ts";
import { EXPORT_TYPES } from "#lib/contracts/codes/exportCodes.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { asProblem, NO_ANSWER, ProblemError } from "#lib/queries/client/problemError.ts";
import { formatCount } from "#lib/text/counts.ts";

/** The progress of an export: the codes that have arrived, and the total. */
export type Progress = { codes: number; total: number };
export type ReceivedFile = { name: string; pieces: Uint8Array<ArrayBuffer>[]; type: string; total: number };

/** The type of a problem with an export that broke off after it had begun. */
export const INTERRUPTED = "export-interrupted";

/**
 * Reads a framed file as it arrives. It stays in this page's memory until it is saved.
 * @throws ProblemError `INTERRUPTED` if the file is incomplete; an abort unchanged.
 */
export async function receiveFile(
  response: Response,
  onProgress: (progress: Progress) => void,
  signal?: AbortSignal,
): Promise<ReceivedFile> {
  const total = Number(response.headers.get("x-codedesk-codes") ?? 0);
  const disposition = response.headers.get("content-disposition") ?? "";
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? "codes";
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const frames = createFrameReader();
  try {
    const reader = response.body?.getReader();
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      pieces.push(...frames.read(read.value));
      onProgress({ codes: frames.codes(), total });
    }
  } catch (error) {
    if (signal?.aborted) throw error;
  }
  if (!frames.isComplete()) throw new ProblemError(interrupted(response, frames.codes(), total));
  return { name, type: typeOf(name), pieces, total };
}

function typeOf(name: string): string {
  const [, type] = Object.entries(EXPORT_TYPES).find(([ending]) => name.endsWith(`.${ending}`)) ?? [];
  return type ?? "application/octet-stream";
}

function interrupted(response: Response, codes: number, total: number) {
  return {
    type: INTERRUPTED,
    title: "Export interrupted",
    status: 0,
    detail: `The export broke off after ${formatCount(codes)} of ${formatCount(total)} codes, and no file was saved. Check your connection and that you may still reveal codes, then export again: it starts from the first code. A release by another member is still valid; otherwise, these codes count again towards the number that you may reveal in an hour.`,
    requestId: response.headers.get("x-request-id") ?? "",
  };
}

/** Why an export failed. If there was no answer, the message says that no file was saved, and where to see whether codes were sent. */
export function problemOfExport(error: unknown): Problem {
  const problem = asProblem(error);
  if (problem.type !== NO_ANSWER) return problem;
  const detail =
    "Codedesk did not answer, and no file was saved. The order's timeline says whether an export began. Check your connection, then export again.";
  return { ...problem, detail };
}
