import type { WalletReading } from "#lib/contracts/money/wallet.ts";
import type { Instant } from "#lib/time/instant.ts";

/** A longer list of lines is cut. */
export const MOST_REPORTED_LINES = 10_000;

/** What the body of an answer says about an order, classified by its content and never by its status name. */
export type ReportedOutcome = "processing" | "completed" | "partial" | "undelivered" | "unrecognised";

/**
 * What one answer of the service says about an order. Null means "not said": it never overwrites what is known
 * (docs/service-interface.md §10.3). Codes are not part of it.
 */
export type OrderReport = {
  outcome: ReportedOutcome;
  orderId: string | null;
  externalOrderCode: string | null;
  /** The service's status word, verbatim. */
  statusName: string | null;
  estimatedReadyAt: Instant | null;
  message: string | null;
  reason: string | null;
  delivered: number | null;
  ordered: number | null;
  /** The same, only where its name says so: any number beside `delivered` may be something else. */
  namedOrdered: number | null;
  currency: string | null;
  /** Order total, minor units. */
  price: number | null;
  /** The lines, as far as the answer contains them. */
  lines: { productId: number | null; quantity: number | null; price: number | null }[];
  /** How many codes the answer contained. */
  codeCount: number;
  /** The same by product; null: the answer does not say of which product they are. */
  codesByProduct: { productId: number | null; count: number }[];
  wallet: WalletReading | null;
};
