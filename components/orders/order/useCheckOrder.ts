"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Problem } from "#lib/contracts/problem.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { actOnOrder, rememberOrder } from "#lib/queries/orders/orders.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { announce } from "#components/ui/Announcer.tsx";

/** Polls an order now. If that is not allowed yet, the problem says when it is. */
export function useCheckOrder(reference: string): {
  isPending: boolean;
  problem: Problem | null;
  check: () => void;
} {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => actOnOrder(environment, reference, "check"),
    onSuccess: async (answer) => {
      await rememberOrder(client, environment, reference, answer);
      announce("Status updated.");
    },
  });
  return { isPending, problem: error ? asProblem(error) : null, check: () => mutate() };
}
