"use client";

import { useQuery } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import { approvalsQuery } from "#lib/queries/orders/approvals.ts";
import { NavCount } from "./NavCount.tsx";

/** The number of orders that wait for this member's approval. Only for members who approve. */
export function ApprovalCount({ environment }: { environment: Environment }) {
  const { data } = useQuery(approvalsQuery(environment));
  return <NavCount count={data?.total ?? 0} words="waiting for your approval" />;
}
