import { randomUUID } from "node:crypto";
import type { Permission } from "#lib/contracts/team/permission.ts";
import { webhookDeliveries } from "#server/db/schema/webhooks.ts";
import type { Call, Member } from "#tests/support/testProgram.ts";
import {
  anotherMember,
  browserRegion,
  completed,
  emptyDraft,
  favourite,
  line,
  newOrder,
  withheldOrder,
  ownDraft,
  ownOrder,
  productId,
  suggestions,
  unsignedCredential,
  view,
  webhook,
} from "./matrixCalls.ts";
import { COVER_ROWS } from "./matrixCover.ts";
import { BUDGET_ROWS } from "./matrixBudgets.ts";
import { CLAIM_ROWS } from "./matrixClaims.ts";
import { REPORT_ROWS } from "./matrixReports.ts";
import { STOCK_ROWS } from "./matrixStock.ts";
import { REPEATED_ROWS } from "./matrixRepeated.ts";
import { WALLET_AMOUNT } from "./matrixWorld.ts";
import type { Cell, MatrixRole, MatrixWorld } from "./matrixWorld.ts";

export type MatrixRow = {
  /** The permission that a member needs; null: none. */
  permission: Permission | null;
  /** The roles that may call it, if the verb requires more than the permission. */
  roles?: readonly MatrixRole[];
  /** A call that succeeds for a member who may make it. `self` makes the call. */
  call?: (world: MatrixWorld, cell: Cell, self: Member) => Promise<Call> | Call;
  /** The same for a program, where a token may do less than its member: with `call` it is refused. */
  byProgram?: MatrixRow["call"];
  status?: number;
  /** The call ends sessions or changes the member, so a separate member makes it. */
  changesSelf?: boolean;
};

const ofCustomer = () => ({ body: { customerReference: "C-1" } });
const anyHandOut = () => ({ params: { handOutId: randomUUID() } });

/** Every method of every file in app/api that members call. A new route without a row here fails the test. */
export const MATRIX: Record<string, MatrixRow> = {
  "GET audit": { permission: "audit.read" },
  "POST audit/search": {
    permission: "audit.read",
    call: () => ({ body: { action: "order.confirmed" } }),
  },
  "POST audit/verify": { permission: "audit.read" },
  "POST audit/export": {
    permission: "audit.read",
    call: () => ({ body: { to: "2020-01-01T00:00:00.000Z" } }),
  },
  "GET attention": { permission: "orders.read" },
  "POST attention": {
    permission: "orders.dismiss",
    call: async (world, cell) => ({
      body: {
        dismissed: true,
        orders: [
          { reference: await world.newOrder("needs_review", cell.environment), state: "needs_review" },
        ],
      },
    }),
  },
  "GET notices": { permission: null },
  "GET notices/unread": { permission: null },
  "POST notices/read": { permission: null, call: () => ({ body: { ids: [randomUUID()] } }) },
  "GET settings/notices": { permission: null },
  "PUT settings/notices": {
    permission: null,
    call: () => ({ body: { teamOrders: true, kinds: { "wallet.low": { dashboard: true, mail: false } } } }),
  },
  "GET webhooks": { permission: "settings.change" },
  "POST webhooks": {
    permission: "settings.change",
    status: 201,
    // An address, so that no name is resolved.
    call: () => ({ body: { url: `https://93.184.216.34/${randomUUID()}`, kinds: ["order.partial"] } }),
  },
  "PATCH webhooks/[webhookId]": {
    permission: "settings.change",
    call: async (...at) => ({ ...(await webhook(...at)), body: { paused: true } }),
  },
  "DELETE webhooks/[webhookId]": { permission: "settings.change", call: webhook },
  "POST webhooks/[webhookId]/test": { permission: "settings.change", call: webhook },
  "GET webhooks/[webhookId]/deliveries": { permission: "settings.change", call: webhook },
  "POST webhooks/[webhookId]/deliveries/[deliveryId]": {
    permission: "settings.change",
    call: async (world, cell, self) => {
      const { params } = await webhook(world, cell, self);
      const [row] = await world.stack.program.db
        .insert(webhookDeliveries)
        .values({ ...params, body: "{}", createdAt: world.stack.now() })
        .returning({ id: webhookDeliveries.id });
      return { params: { ...params, deliveryId: row?.id ?? "" } };
    },
  },
  "GET catalog/changes": { permission: "catalog.read" },
  "GET catalog/changes/facets": { permission: "catalog.read" },
  "POST catalog/changes/export": {
    permission: "catalog.read",
    call: () => ({ body: { format: "csv", filter: {}, cursor: null } }),
  },
  "GET catalog/favourites": { permission: "catalog.read" },
  "PUT catalog/favourites/[list]/[productId]": { permission: "catalog.read", call: favourite },
  "DELETE catalog/favourites/[list]/[productId]": { permission: "catalog.read", call: favourite },
  "POST catalog/lookup": {
    permission: "catalog.read",
    call: () => ({ body: { ids: [1], names: [{ name: "card", country: "" }] } }),
  },
  "GET catalog/products": { permission: "catalog.read" },
  "GET catalog/products/[productId]": { permission: "catalog.read", call: productId },
  "GET catalog/products/[productId]/prices": { permission: "catalog.read", call: productId },
  "GET catalog/products/[productId]/orders": { permission: "orders.read", call: productId },
  "POST catalog/suggestions": { permission: "catalog.read", call: suggestions },
  "GET catalog/views": { permission: "catalog.read" },
  "POST catalog/views": {
    permission: "catalog.read",
    status: 201,
    call: () => ({ body: { name: randomUUID(), view: { q: "card" }, shared: false } }),
  },
  "PATCH catalog/views/[viewId]": {
    permission: "catalog.read",
    call: async (...at) => ({ ...(await view(...at)), body: { name: randomUUID() } }),
  },
  "DELETE catalog/views/[viewId]": { permission: "catalog.read", call: view },
  "GET codes/alerts": { permission: "audit.read" },
  "POST lookup/orders": {
    permission: "orders.read",
    call: (world, cell) => ({ body: { references: [world.completed(cell.environment)], service: false } }),
  },
  "POST lookup/code-end": {
    permission: "codes.find",
    call: () => ({ body: { end: "EFGH", reference: "nobody has this one" } }),
  },
  "POST lookup/code": { permission: "codes.find", call: () => ({ body: { code: "ABCD-EFGH" } }) },
  "POST codes/hand-outs": {
    permission: "codes.reveal",
    // Nothing of it is left: taking is tested with the hand-outs.
    call: () => ({ body: { productId: 999, customerReference: "C-1", takeId: randomUUID() } }),
    status: 409,
  },
  "POST codes/hand-outs/history": { permission: "codes.find", call: ofCustomer },
  "POST codes/hand-outs/read": { permission: "codes.reveal", call: ofCustomer },
  "POST codes/hand-outs/releases": { permission: "codes.reveal", call: () => ({ body: { count: 5 } }) },
  "DELETE codes/hand-outs/[handOutId]": { permission: "codes.reveal", call: anyHandOut, status: 404 },
  "PATCH codes/hand-outs/[handOutId]": {
    permission: "claims.open",
    call: () => ({ params: { handOutId: randomUUID() }, body: { disputed: true } }),
    status: 404,
  },
  "GET codes/releases": { permission: "codes.reveal" },
  "POST codes/releases": {
    permission: "codes.reveal",
    call: (world, cell) => ({ body: { reference: world.completed(cell.environment), take: 1 } }),
  },
  "POST codes/releases/[releaseId]": {
    permission: "codes.release",
    // One that nobody has asked for: deciding is tested with the exports.
    call: () => ({ params: { releaseId: randomUUID() }, body: { decision: "release" } }),
    status: 404,
  },
  "POST codes/hand-outs/[handOutId]/message": { permission: "codes.reveal", call: anyHandOut, status: 404 },
  "GET codes/stock/[productId]/history": {
    permission: "orders.read",
    call: () => ({ params: { productId: "1" } }),
  },
  "GET codes/message": { permission: "settings.change" },
  "PUT codes/message": {
    permission: "settings.change",
    call: () => ({ body: { template: "Your code: {code}" } }),
  },
  "GET codes/settings": { permission: null },
  "PUT codes/settings": {
    permission: "settings.change",
    call: () => ({ body: { reasonRequired: false, releaseOver: null, handOutsNeedRelease: true } }),
  },
  "GET orders": { permission: "orders.read" },
  "POST orders": {
    permission: "orders.place",
    status: 202,
    call: () => ({
      body: { currency: "EUR", lines: [line], confirmationId: randomUUID() },
    }),
  },
  "GET orders/counts": { permission: "orders.read" },
  "GET orders/facets": { permission: "orders.read" },
  "GET orders/[reference]/requester": { permission: "orders.approve", call: completed },
  "GET orders/[reference]/neighbours": { permission: "orders.read", call: completed },
  "POST orders/tags": {
    permission: "orders.place",
    call: () => ({ body: { references: [randomUUID()], tags: ["party"] } }),
  },
  "POST orders/export": {
    permission: "orders.read",
    call: () => ({ body: { format: "csv", chosen: { references: [randomUUID()] }, cursor: null } }),
  },
  "GET orders/views": { permission: "orders.read" },
  "POST orders/views": {
    permission: "orders.read",
    status: 201,
    changesSelf: true,
    call: () => ({ body: { name: randomUUID(), query: "q=card" } }),
  },
  "PATCH orders/views/[viewId]": {
    permission: "orders.read",
    // One that is nobody's: changing one's own is tested with the views.
    call: () => ({ params: { viewId: randomUUID() }, body: { name: "Named" } }),
    status: 404,
  },
  "DELETE orders/views/[viewId]": {
    permission: "orders.read",
    call: () => ({ params: { viewId: randomUUID() } }),
  },
  "GET orders/[reference]": { permission: "orders.read", call: completed },
  "POST orders/[reference]/check": { permission: "orders.read", call: newOrder("processing") },
  "POST orders/[reference]/close": {
    permission: "orders.close",
    call: async (world, cell) => ({
      ...(await newOrder("needs_review")(world, cell)),
      body: { reason: "Settled by telephone" },
    }),
  },
  "POST orders/[reference]/accept": {
    permission: "orders.close",
    call: async (world, cell) => ({
      ...(await withheldOrder(world, cell)),
      body: { reason: "Settled by telephone" },
    }),
  },
  "POST orders/[reference]/codes": {
    permission: "codes.reveal",
    call: (world, cell) => ({ ...completed(world, cell), body: { skip: 0, take: 10 } }),
  },
  "POST orders/[reference]/export": {
    permission: "codes.reveal",
    call: (world, cell) => ({ ...completed(world, cell), body: { format: "print", take: 1 } }),
  },
  "GET orders/approvals": { permission: "orders.approve" },
  "POST orders/[reference]/approve": {
    permission: "orders.approve",
    call: newOrder("awaiting_approval"),
  },
  "POST orders/[reference]/decline": {
    permission: "orders.approve",
    call: async (world, cell) => ({
      ...(await newOrder("awaiting_approval")(world, cell)),
      body: { reason: "Too much for today" },
    }),
  },
  "POST orders/[reference]/withdraw": {
    permission: "orders.read",
    // The member who confirmed it (here the buyer), or an administrator.
    roles: ["admin", "buyer"],
    call: newOrder("waiting"),
    byProgram: ownOrder("waiting"),
  },
  "GET orders/draft": { permission: "orders.place" },
  "PUT orders/draft": { permission: "orders.place", changesSelf: true, call: ownDraft },
  "PATCH orders/draft": {
    permission: "orders.place",
    changesSelf: true,
    call: async (...at) => ({ body: { ...(await emptyDraft(...at)), texts: { note: "n" }, lines: [] } }),
  },
  "POST orders/draft/lines": {
    permission: "orders.place",
    changesSelf: true,
    call: () => ({
      body: { lines: [{ id: randomUUID(), productId: 1, amount: "", quantity: "1", countryCode: "" }] },
    }),
  },
  "PATCH orders/drafts/[draftId]": {
    permission: "orders.place",
    changesSelf: true,
    call: async (...at) => ({ params: { draftId: (await emptyDraft(...at)).id }, body: { name: "Named" } }),
  },
  "POST orders/drafts/[draftId]/presence": {
    permission: "orders.place",
    changesSelf: true,
    call: async (...at) => ({
      params: { draftId: (await emptyDraft(...at)).id },
      body: { tabId: randomUUID(), lineId: null },
    }),
  },
  "GET orders/drafts": { permission: "orders.place" },
  "POST orders/drafts": {
    permission: "orders.place",
    changesSelf: true,
    call: () => ({ body: { origin: randomUUID(), lines: [] } }),
  },
  "PUT orders/[reference]/labels": {
    permission: "orders.place",
    call: async (world, cell) => ({
      ...(await newOrder("processing")(world, cell)),
      body: { purchaseOrder: "PO-1", note: "", tags: ["party"] },
    }),
  },
  ...REPEATED_ROWS,
  "POST orders/suggestions": { permission: "orders.read", call: suggestions },
  "GET orders/allowances": { permission: "orders.place" },
  "POST orders/preflight": {
    permission: "orders.place",
    call: () => ({ body: { currency: "EUR", lines: [line] } }),
  },
  "GET openapi.json": { permission: null },
  "GET overview": { permission: "orders.read" },
  "GET service": { permission: null },
  "POST service/call": {
    permission: "settings.change",
    // There is no wait: one is tried with the sandbox.
    call: () => ({ body: { waitingUntil: "2030-01-01T00:00:00.000Z" } }),
    status: 409,
  },
  "GET settings/calls": { permission: "settings.read" },
  "GET settings/units": { permission: "settings.read" },
  "PUT settings/units": {
    permission: "settings.change",
    call: () => ({ body: { currency: "USDT", decimals: 6 } }),
  },
  "GET settings/connections": { permission: "settings.read" },
  "PUT settings/password": {
    permission: null,
    changesSelf: true,
    call: (_world, _cell, self) => ({
      body: { currentPassword: self.password, newPassword: "four plain words here 7" },
    }),
  },
  "GET settings/second-factor": { permission: null },
  "POST settings/second-factor/totp": { permission: null, changesSelf: true },
  "PUT settings/second-factor/totp": {
    permission: null,
    changesSelf: true,
    // None was begun: adding one is tested with the second factor.
    call: () => ({ body: { code: "123456" } }),
    status: 409,
  },
  "DELETE settings/second-factor/totp": { permission: null, changesSelf: true, status: 404 },
  "POST settings/second-factor/recovery-codes": { permission: null, changesSelf: true, status: 409 },
  "POST settings/second-factor/passkeys": {
    permission: null,
    changesSelf: true,
    // No challenge was asked for: adding one is tested with the passkeys.
    call: () => ({ body: { name: "Key", credential: unsignedCredential } }),
    status: 409,
  },
  "POST settings/second-factor/passkeys/challenge": {
    permission: null,
    changesSelf: true,
    // The host of these tests is none that a passkey could be made for without NEXTAUTH_URL.
    status: 400,
  },
  "PATCH settings/second-factor/passkeys/[passkeyId]": {
    permission: null,
    call: () => ({ params: { passkeyId: randomUUID() }, body: { name: "Named" } }),
    status: 404,
  },
  "POST settings/keys/test": {
    permission: "settings.read",
    // The scripted service has no keys: testing one is tested with the sandbox.
    call: () => ({ body: { slot: "first" } }),
    status: 404,
  },
  "POST session/production": { permission: null, changesSelf: true, status: 204, call: () => ({ body: {} }) },
  "DELETE settings/second-factor/passkeys/[passkeyId]": {
    permission: null,
    changesSelf: true,
    call: () => ({ params: { passkeyId: randomUUID() } }),
    status: 404,
  },
  "POST session/confirm/challenge": { permission: null, changesSelf: true, status: 409 },
  "GET settings/security": { permission: "settings.change" },
  "PUT settings/security": {
    permission: "settings.change",
    call: () => ({ body: { secondFactorRoles: [], confirmWithPassword: false, confirmProduction: false } }),
  },
  "GET settings/tokens": { permission: null },
  "POST settings/tokens": {
    permission: null,
    status: 201,
    call: () => ({ body: { kind: "personal", name: "T", scopes: ["catalog.read"], expiresInDays: 1 } }),
  },
  "DELETE settings/tokens/[tokenId]": {
    permission: null,
    // One that is nobody's: revoking one's own is tested with the tokens.
    call: () => ({ params: { tokenId: randomUUID() } }),
    status: 404,
  },
  "GET settings/sessions": { permission: null },
  "DELETE settings/sessions": { permission: null, changesSelf: true },
  "DELETE settings/sessions/[sessionId]": {
    permission: null,
    // One that is nobody's: ending one's own is tested with the sessions.
    call: () => ({ params: { sessionId: randomUUID() } }),
    status: 404,
  },
  "GET session/notifications": { permission: null },
  "PUT session/notifications": {
    permission: null,
    changesSelf: true,
    call: () => ({ body: { whenReady: true } }),
  },
  "GET session/region": { permission: null },
  "PUT session/region": { permission: null, changesSelf: true, call: browserRegion },
  "POST session/confirm": {
    permission: null,
    changesSelf: true,
    status: 204,
    call: (_world, _cell, self) => ({ body: { password: self.password } }),
  },
  "GET limits": { permission: "team.manage" },
  "GET limits/exceeded": {
    permission: "orders.place",
    call: () => ({ path: "/api/limits/exceeded?currency=EUR&price=1000" }),
  },
  ...STOCK_ROWS,
  ...COVER_ROWS,
  ...BUDGET_ROWS,
  ...CLAIM_ROWS,
  ...REPORT_ROWS,
  "GET limits/products": { permission: "team.manage" },
  "PUT limits/products": {
    permission: "team.manage",
    call: () => ({ body: { productId: 1, codes: 100_000, reason: "A promotion" } }),
  },
  "PUT limits": {
    permission: "team.manage",
    call: () => ({
      // No order of the other rows is in this currency.
      body: { subject: { role: "buyer" }, currency: "CHF", perOrder: 1_000, perDay: null, perMonth: null },
    }),
  },
  "GET statements": {
    permission: "wallet.read",
    call: () => ({ path: "/api/statements?month=2026-11" }),
  },
  "GET invitations": { permission: "team.manage" },
  "POST invitations": {
    permission: "team.manage",
    status: 201,
    call: () => ({ body: { email: `${randomUUID()}@partner.example`, role: "support" } }),
  },
  "DELETE invitations/[invitationId]": {
    permission: "team.manage",
    // One that does not exist: revoking is tested with the invitations.
    call: () => ({ params: { invitationId: randomUUID() } }),
    status: 404,
  },
  "GET roles": { permission: null },
  "POST roles": {
    permission: "team.manage",
    status: 201,
    call: () => ({
      body: { name: randomUUID(), grants: { account: [], sandbox: ["wallet.read"], production: [] } },
    }),
  },
  "PUT roles/[roleId]": {
    permission: "team.manage",
    // One that does not exist: changing one is tested with the roles.
    call: () => ({
      params: { roleId: randomUUID() },
      body: { name: "None", grants: { account: [], sandbox: ["wallet.read"], production: [] }, version: 1 },
    }),
    status: 404,
  },
  "DELETE roles/[roleId]": {
    permission: "team.manage",
    call: () => ({ params: { roleId: randomUUID() } }),
    status: 404,
  },
  "GET team": { permission: "team.manage" },
  "POST team": {
    permission: "team.manage",
    status: 201,
    call: () => ({ body: { email: `${randomUUID()}@partner.example`, name: "New", role: "support" } }),
  },
  "PATCH team/[memberId]": {
    permission: "team.manage",
    call: async (world) => ({ ...(await anotherMember(world)), body: { role: "support" } }),
  },
  "GET team/[memberId]/sessions": { permission: "team.manage", call: anotherMember },
  "DELETE team/[memberId]/sessions": { permission: "team.manage", call: anotherMember },
  "DELETE team/[memberId]/second-factor": { permission: "team.manage", call: anotherMember },
  "GET team/[memberId]/drafts": { permission: "team.manage", call: anotherMember },
  "POST team/[memberId]/drafts": {
    permission: "team.manage",
    call: async (world) => ({ ...(await anotherMember(world)), body: { to: world.members.buyer.id } }),
  },
  "POST team/[memberId]/password": { permission: "team.manage", call: anotherMember },
  "GET wallet": { permission: "wallet.read" },
  "GET wallet/history": {
    permission: "wallet.read",
    call: () => ({ path: "/api/wallet/history?currency=EUR" }),
  },
  "GET wallet/limits": { permission: "wallet.read" },
  "PUT wallet/limits": {
    permission: "settings.change",
    call: () => ({ body: { currency: "EUR", amount: WALLET_AMOUNT } }),
  },
};

/** Routes that answer without a member: signing in, probes and metrics, which have tests of their own. */
export const WITHOUT_MEMBER = [
  ...["DELETE", "GET", "PATCH", "POST", "PUT"].map((method) => `${method} [[...path]]`),
  "GET auth/[...nextauth]",
  "POST auth/backchannel-logout",
  "POST auth/[...nextauth]",
  "GET health/live",
  "GET health/ready",
  "GET metrics",
  "POST sign-in/invitation",
  "POST sign-in/invitation/accept",
  "POST sign-in/passkey",
  "POST sign-in/passkey/challenge",
  "POST sign-in/second-factor",
  "POST sign-in/second-factor/challenge",
];
