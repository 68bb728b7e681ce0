"use client";

import { KeyRound } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useState, type ReactNode } from "react";
import { Button } from "#components/ui/actions/Button.tsx";

/** Starts the browser's passkey dialog. Busy until that has ended. */
export function PasskeyButton({
  onUse,
  disabled = false,
  isMain = false,
  children,
}: {
  onUse: () => Promise<void>;
  disabled?: boolean;
  isMain?: boolean;
  children: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      className="w-full"
      variant={isMain ? "primary" : "secondary"}
      disabled={disabled}
      loading={busy}
      onClick={() => {
        setBusy(true);
        void onUse().finally(() => setBusy(false));
      }}
    >
      <Icon shape={KeyRound} className="size-4" />
      {children}
    </Button>
  );
}
