import "server-only";
import type { Program } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";

/**
 * Refuses a request that would send an order, while the operator has put orders on hold.
 * @throws AppError `service-unreachable`.
 */
export function refuseWhileOnHold({ holdsOrders }: Pick<Program, "holdsOrders">): void {
  if (holdsOrders !== true) return;
  throw new AppError(
    "service-unreachable",
    "Orders are on hold while the operator of Codedesk checks its records. Nothing was sent or bought. Try again later, or ask an administrator when orders can be placed again.",
  );
}
