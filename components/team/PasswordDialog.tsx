"use client";

import type { MemberWithPassword } from "#lib/contracts/team/team.ts";
import { ShownOnceDialog } from "#components/ui/overlays/ShownOnceDialog.tsx";

export type ShownPassword = { member: MemberWithPassword["member"]; password: string };

/** Shows a one-time password, once: only its hash is stored. */
export function PasswordDialog({ shown, onClose }: { shown: ShownPassword | null; onClose: () => void }) {
  return (
    <ShownOnceDialog
      text={shown?.password ?? null}
      onClose={onClose}
      title={`Password for ${shown?.member.name ?? ""}`}
      description="Copy it now: it won't be shown again. Send it over a secure channel. They choose their own when they sign in with it."
      copyLabel="Copy password"
    />
  );
}
