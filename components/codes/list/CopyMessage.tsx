"use client";

import { useState } from "react";
import { messageValues, writeMessage } from "#lib/codes/customerMessage.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { takeMessage } from "#lib/queries/codes.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { copyText } from "./copyText.ts";

/** Copies a message for the customer, in the team's words, with a handed-out code that is shown. Recorded before it is copied. */
export function CopyMessage({
  handOutId,
  productName,
  fields,
}: {
  handOutId: string;
  productName: string | null;
  fields: Readonly<Record<string, string>>;
}) {
  const environment = useEnvironment();
  const [busy, setBusy] = useState(false);
  async function copy() {
    setBusy(true);
    try {
      const { template, value } = await takeMessage(environment, handOutId);
      const shown = value === null ? "" : formatAmount(value.minor, value.currency);
      await copyText(writeMessage(template, messageValues(template, { productName, value: shown, fields })));
    } catch (error) {
      toast("The message wasn't copied.", { tone: "refused", detail: asProblem(error).detail });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button size="small" loading={busy} onClick={() => void copy()}>
      Copy message
    </Button>
  );
}
