"use client";

import { useState } from "react";
import { codesText, type NamedGroup } from "#lib/codes/codeText.ts";
import { counted } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { copyText } from "./copyText.ts";

export type CopiedCode = { fields: Readonly<Record<string, string>>; group: NamedGroup };

/** Copies several codes as a table with a heading. `read` returns null if they could not be loaded. */
export function CopyCodes({
  count,
  read,
}: {
  count: number;
  read: () => readonly CopiedCode[] | Promise<readonly CopiedCode[] | null>;
}) {
  const [busy, setBusy] = useState(false);
  async function copy() {
    setBusy(true);
    const codes = await read();
    setBusy(false);
    if (codes !== null) await copyText(codesText(codes));
  }
  return (
    <Button loading={busy} onClick={() => void copy()}>
      Copy {counted(count, "code", "codes")}
    </Button>
  );
}
