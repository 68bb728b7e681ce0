import "server-only";
import { toIso } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { appendAnchor, readAnchors } from "./anchors.ts";
import { readHead, readSealsAt } from "./readSeals.ts";

/**
 * Publishes the head of the chain outside the database whenever it has moved: in the file, and in the log, which is stored
 * elsewhere. If the last anchor is no longer in the chain, the audit log was rewritten or cut off, which is logged as an error
 * every time; what is there instead is never anchored.
 * @param file null: only the log.
 */
export function createAnchoring(program: Pick<Program, "db" | "clock" | "log">, file: string | null) {
  let last: { sequence: string; hash: string } | null | undefined;
  return async function anchorHead(): Promise<void> {
    last ??= await lastOfFile();
    const head = await readHead(program.db);
    if (last !== null && !(await isKept(last))) {
      program.log.error(
        { auditPlace: last.sequence },
        "The audit log does not match its last anchor: a record is gone or has changed. Run npm run audit:verify.",
      );
      return;
    }
    if (head === null || head.hash === last?.hash) return;
    const anchor = { time: toIso(program.clock.now()), auditSequence: head.sequence, auditHash: head.hash };
    if (file !== null) await appendAnchor(file, anchor);
    program.log.info(
      { auditSequence: anchor.auditSequence, auditHash: anchor.auditHash },
      "Audit log anchored",
    );
    last = head;
  };

  async function lastOfFile() {
    const anchor = file === null ? undefined : (await readAnchors(file)).at(-1);
    return anchor === undefined ? null : { sequence: anchor.auditSequence, hash: anchor.auditHash };
  }

  async function isKept({ sequence, hash }: { sequence: string; hash: string }): Promise<boolean> {
    const [seal] = await readSealsAt(program.db, [sequence]);
    return seal?.hash === hash;
  }
}
