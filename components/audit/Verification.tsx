"use client";

import type { AuditVerification } from "#lib/contracts/audit/auditVerification.ts";
import { counted } from "#lib/text/counts.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";

/** The result of verifying the hash chain. */
export function Verification({ result }: { result: AuditVerification }) {
  const { problems, problemCount, sealed, head } = result;
  if (problemCount > 0) {
    return (
      <Banner
        tone="refused"
        live="alert"
        title={`The audit log was tampered with: ${counted(problemCount, "problem", "problems")}`}
      >
        <ul className="list-disc ps-5">
          {problems.map(({ detail }) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
        {problemCount > problems.length ? (
          <p>{counted(problemCount - problems.length, "more is", "more are")} not listed.</p>
        ) : null}
        <p className="mt-1">
          Keep the anchors that are outside the database, and compare the log with a backup.
        </p>
      </Banner>
    );
  }
  return (
    <Banner tone="done" title="The audit log is intact">
      <p>
        {counted(sealed, "record", "records")} checked
        {head === null ? null : (
          <>
            , sealed until <DateTime at={head.sealedAt} show="exact" />
          </>
        )}
        . {anchorsInWords(result)}
      </p>
      {head === null ? null : (
        <p className="text-[0.8125rem] text-ink-soft">
          Head: place {head.sequence},{" "}
          <code translate="no" className="font-mono wrap-anywhere">
            {head.hash}
          </code>
        </p>
      )}
    </Banner>
  );
}

function anchorsInWords({ anchors }: AuditVerification): string {
  if (anchors === null) {
    return "No anchor file is configured here. Compare the head with the one in the dashboard's log.";
  }
  if (anchors.latest === null) return "Nothing is anchored outside the database yet.";
  return `It agrees with ${counted(anchors.checked, "anchor", "anchors")} outside the database.`;
}
