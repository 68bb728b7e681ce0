import "server-only";
import type { Allowance } from "#lib/contracts/orders/allowances.ts";
import type { ExceededLimit } from "#lib/contracts/team/limits.ts";
import type { OrderLine } from "#lib/contracts/orders/order.ts";
import type { PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import type { CheckedLine } from "#lib/orders/lines/checkLine.ts";
import type { IntentLine } from "#lib/orders/lines/frozenBody.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { AppError } from "#server/context/errors.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import type { DraftRow } from "#server/orders/drafts/draftRow.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";

/** A line of an order: what is bought, how the ledger keeps it, and the result of the check that it comes from. */
export type IntendedLine = { intent: IntentLine; line: OrderLine; checked: CheckedLine };

/** What a member has confirmed, with everything that was found out about it before it is written. */
export type Confirmation = {
  input: PlaceOrderRequest;
  lines: readonly IntendedLine[];
  /** The row of the ledger as it is written if no rule objects. */
  order: OrderRow;
  /** The rules that may concern it, as things were a moment ago. */
  rules: readonly Rule[];
};

/** What a standing rule decides on: an order that is about to be written, or approved. */
export type Standing = { request: MemberRequest; order: OrderRow };

/** What a rule decides on. `draft`: the draft that the lines come from, locked; null: none. */
export type Intent = Standing & Confirmation & { draft: DraftRow | null };

/** `wait`: the order is written, and waits for another member's approval. */
export type Verdict =
  | { kind: "pass" }
  | { kind: "wait"; reason: ExceededLimit }
  | { kind: "refuse"; problem: AppError };

export const PASS: Verdict = { kind: "pass" };
export const refuse = (problem: AppError): Verdict => ({ kind: "refuse", problem });
export const wait = (reason: ExceededLimit): Verdict => ({ kind: "wait", reason });

/**
 * What can refuse an order, or have it wait, in the transaction that writes it. A rule only reads. It need not think of a confirmation
 * that arrives twice: whatever is decided on the second one, its answer is the order that the first one has placed.
 */
export type Rule = RuleOn<Intent>;

/**
 * A rule that is decided once more when another member approves the order; a verdict to wait then lets it pass. The order may be in the
 * ledger by then: a rule that counts orders leaves out the one that it decides on.
 */
export type StandingRule = RuleOn<Standing> & {
  /**
   * What it leaves of single products as things are now, of these or of all, for the builder, the preview of an import and the check
   * before an order.
   */
  allowances?: (request: MemberRequest, productIds?: readonly number[]) => Promise<readonly Allowance[]>;
};

/** A rule that decides on `Subject`. */
export type RuleOn<Subject> = {
  /**
   * Whether the rule may concern an order, asked before the transaction, beside the check of the products. An order that no rule
   * with a lock concerns needs no transaction.
   */
  concerns: (request: MemberRequest, input: PlaceOrderRequest) => boolean | Promise<boolean>;
  /**
   * What must not change between the decision and the end of the transaction: orders with an equal lock are decided on one after
   * the other, by all instances. Several locks are listed in an order that is the same for all orders.
   */
  locks: (subject: Subject) => readonly unknown[];
  /** Called once all locks of all rules are held, so that it sees every order that was decided on before. */
  decide: (tx: Database | Transaction, subject: Subject) => Verdict | Promise<Verdict>;
};
