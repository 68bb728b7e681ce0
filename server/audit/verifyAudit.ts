import "server-only";
import type { AuditVerification } from "#lib/contracts/audit/auditVerification.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { processSingleton } from "#server/context/processSingleton.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { readAnchors } from "#server/audit/chain/anchors.ts";
import { sealAudit } from "#server/audit/chain/sealAudit.ts";
import { verifyChain } from "#server/audit/chain/verifyChain.ts";
import { recordAudit } from "./record.ts";

/** Verifying reads the whole log, so concurrent callers share one run. */
const shared = () =>
  processSingleton("auditVerification", (): { running: Promise<AuditVerification> | null } => ({
    running: null,
  }));

/**
 * Returns whether the audit log is intact. Audited, with the result.
 * @throws AppError `forbidden`.
 */
export async function verifyAudit(request: MemberRequest): Promise<AuditVerification> {
  requirePermission(request, "audit.read");
  const slot = shared();
  slot.running ??= verify(request).finally(() => (slot.running = null));
  const result = await slot.running;
  await request.db.transaction((tx) =>
    recordAudit(tx, {
      at: request.clock.now(),
      actorId: request.actor.id,
      action: "audit.verified",
      details: { records: result.sealed, problems: result.problemCount },
    }),
  );
  return result;
}

async function verify({ db, clock, auditAnchorFile = null }: MemberRequest): Promise<AuditVerification> {
  await sealAudit(db);
  return verifyChain({ db, clock }, auditAnchorFile === null ? null : await readAnchors(auditAnchorFile));
}
