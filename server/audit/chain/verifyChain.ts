import "server-only";
import type { AuditProblem, AuditVerification } from "#lib/contracts/audit/auditVerification.ts";
import { toIso, type Clock } from "#lib/time/instant.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import type { Anchor } from "./anchors.ts";
import {
  readHead,
  readSealedRecords,
  readSealsAfter,
  readSealsAt,
  readUnsealed,
  type StoredSeal,
} from "./readSeals.ts";
import { sealHash, type SealedRecord } from "./sealHash.ts";

const PAGE = 5_000;
const MOST_PROBLEMS = 100;

/**
 * Compares every record with its seal, every seal with the one before, and the anchors with the seals. Finds records that were
 * edited, deleted, added or reordered, and a log that was cut off or rewritten. Reads one snapshot of the database.
 * @param anchors null if none are kept.
 */
export async function verifyChain(
  { db, clock }: { db: Database; clock: Clock },
  anchors: readonly Anchor[] | null,
): Promise<AuditVerification> {
  const found: AuditProblem[] = [];
  const [sealed, pending, head] = await db.transaction(
    async (tx) => {
      const count = await followChain(tx, (problem) => found.push(problem));
      const unsealed = await readUnsealed(tx);
      found.push(...unsealed.unnoted.map(addedProblem));
      found.push(...(await compareAnchors(tx, anchors ?? [])));
      return [count, unsealed.pending, await readHead(tx)] as const;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  const latest = anchors?.at(-1);
  return {
    verifiedAt: toIso(clock.now()),
    sealed,
    pending,
    head: head && { sequence: head.sequence, hash: head.hash, sealedAt: toIso(Number(head.sealedAt)) },
    anchors: anchors && {
      checked: anchors.length,
      latest: latest === undefined ? null : { sequence: latest.auditSequence, time: latest.time },
    },
    problems: found.slice(0, MOST_PROBLEMS),
    problemCount: found.length,
  };
}

async function followChain(tx: Transaction, report: (problem: AuditProblem) => void): Promise<number> {
  let last = { sequence: "0", hash: "" };
  let count = 0;
  for (;;) {
    const seals = await readSealsAfter(tx, last.sequence, PAGE);
    if (seals.length === 0) return count;
    const records = await readSealedRecords(
      tx,
      seals.map(({ recordId }) => recordId),
    );
    for (const seal of seals) {
      const problem = judgeSeal(seal, last, records.get(seal.recordId));
      if (problem !== null) report(problem);
      last = seal;
      count += 1;
    }
  }
}

/** The first problem of a seal, given the stored seal before it: one change is reported once, and not for all seals that follow. */
function judgeSeal(
  seal: StoredSeal,
  before: { sequence: string; hash: string },
  record: SealedRecord | undefined,
): AuditProblem | null {
  const { sequence, recordId, previous, hash } = seal;
  const expected = BigInt(before.sequence) + 1n;
  if (BigInt(sequence) !== expected) {
    const missing = BigInt(sequence) - expected;
    const detail = `${missing} sealed ${missing === 1n ? "record was" : "records were"} removed before place ${sequence}.`;
    return { kind: "deleted", sequence, recordId: null, detail };
  }
  if (previous !== before.hash) {
    const detail = `Record ${recordId} at place ${sequence} does not follow the record before it: records were reordered or replaced.`;
    return { kind: "reordered", sequence, recordId, detail };
  }
  if (record === undefined) {
    return { kind: "deleted", sequence, recordId, detail: `Record ${recordId} was deleted.` };
  }
  if (sealHash(seal, record) !== hash) {
    return {
      kind: "changed",
      sequence,
      recordId,
      detail: `Record ${recordId} was changed after it was sealed.`,
    };
  }
  return null;
}

function addedProblem(recordId: string): AuditProblem {
  const detail = `Record ${recordId} was added around the audit log: it is neither sealed nor waiting to be sealed.`;
  return { kind: "added", sequence: null, recordId, detail };
}

async function compareAnchors(tx: Transaction, anchors: readonly Anchor[]): Promise<AuditProblem[]> {
  const stored = new Map<string, string>();
  for (let from = 0; from < anchors.length; from += PAGE) {
    const page = anchors.slice(from, from + PAGE).map(({ auditSequence }) => auditSequence);
    for (const { sequence, hash } of await readSealsAt(tx, page)) stored.set(sequence, hash);
  }
  return anchors.flatMap(({ auditSequence: sequence, auditHash, time }): AuditProblem[] => {
    const hash = stored.get(sequence);
    if (hash === auditHash) return [];
    const kept = `what was kept outside the database on ${time}`;
    if (hash === undefined) {
      const detail = `The log was cut off: place ${sequence} is missing, according to ${kept}.`;
      return [{ kind: "truncated", sequence, recordId: null, detail }];
    }
    const detail = `The log was rewritten: the hash at place ${sequence} is not ${kept}.`;
    return [{ kind: "rewritten", sequence, recordId: null, detail }];
  });
}
