import "server-only";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Exposure } from "#lib/contracts/codes/handOut.ts";
import { claims } from "#server/db/schema/claims.ts";
import { codeExposures, codeHandOuts } from "#server/db/schema/codes.ts";
import { codeFingerprints, orders } from "#server/db/schema/orders.ts";

/** The product of a delivered code, as digits: what the service says, otherwise the order's only product; null if neither is known. */
export const DELIVERED_PRODUCT = sql<string | null>`coalesce(
  ${codeFingerprints.productId},
  case when jsonb_array_length(${orders.lines}) = 1 then (${orders.lines}->0->>'productId')::bigint end
)`;

/**
 * Joins a delivered code with its hand-out by fingerprint and product: the same code of a product, delivered twice, counts as one code,
 * while one text that is delivered for two products (products[].pin) is two codes.
 */
export const SAME_CODE = and(
  eq(codeHandOuts.environment, orders.environment),
  eq(codeHandOuts.fingerprint, codeFingerprints.fingerprint),
  sql`${codeHandOuts.productId} = ${DELIVERED_PRODUCT}`,
);

/**
 * Joins a delivered code with what is known of who has seen its text. Whatever its product: a text that was shown as a code of one
 * product may be redeemed as that of another.
 */
export const SAME_TEXT = and(
  eq(codeExposures.environment, orders.environment),
  eq(codeExposures.fingerprint, codeFingerprints.fingerprint),
);

/** What has happened to a code that was not handed out: nothing, or it was revealed, or it left in a file, the worst of them. */
export const EXPOSURE = sql<Exposure>`case when ${codeExposures.exportedAt} is not null then 'exported'
  when ${codeExposures.revealedAt} is not null then 'revealed' else 'untouched' end`;

/** The service's last answer contained the code; otherwise it could not be shown to the customer. */
export const IS_THERE = isNull(codeFingerprints.missingSince);

/**
 * The code came after one of its order that was handed out and is no longer listed: the service has replaced that one, or lists what
 * it consists of in another way, so that this code may be a part of it and belong to its customer. Until somebody has looked at
 * the order and dismissed its alarm, it is not handed out.
 */
export const IS_DOUBTFUL = sql<boolean>`(${orders.dismissedAt} is null and exists (
  select 1 from code_hand_outs given
  join code_fingerprints lost on lost.order_row = given.order_row and lost.fingerprint = given.fingerprint
  where given.order_row = ${codeFingerprints.orderRow} and lost.missing_since <= ${codeFingerprints.firstSeenAt}
    and not exists (
      select 1 from code_fingerprints listed
      where listed.order_row = lost.order_row and listed.fingerprint = lost.fingerprint and listed.missing_since is null
    )
))`;

const later = alias(claims, "later_claims");

/**
 * Somebody has noted that the code does not work, and nobody has since noted that it works after all, by withdrawing the claim or a later
 * one: it is handed out to nobody. Also after the supplier has refused the claim: a customer could say the same again.
 */
export const IS_CLAIMED = sql<boolean>`exists (
  select 1 from ${claims} where ${ne(claims.state, "withdrawn")} and ${claims.environment} = ${orders.environment}
    and ${claims.fingerprint} = ${codeFingerprints.fingerprint}
    and coalesce(${claims.productId}, 0) = coalesce(${DELIVERED_PRODUCT}::bigint, 0)
    and not exists (
      select 1 from ${claims} later_claims where ${eq(later.state, "withdrawn")} and ${later.environment} = ${claims.environment}
        and ${later.fingerprint} = ${claims.fingerprint} and ${later.openedAt} > ${claims.openedAt}
        and coalesce(${later.productId}, 0) = coalesce(${claims.productId}, 0)
    )
)`;
