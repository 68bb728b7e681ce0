"use client";

import type { OrderView } from "#lib/contracts/orders/order.ts";
import { VERSION } from "#lib/version.ts";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { supportPacket } from "./supportPacket.ts";

/** Copies what the service's support needs, without codes, names and balances. */
export function SupportPacket({ order }: { order: OrderView }) {
  return (
    <CopyButton
      labelled
      label="Copy support packet"
      value={() => supportPacket(order, { now: Date.now(), version: VERSION })}
    />
  );
}
