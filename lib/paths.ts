/** Every address of the dashboard and of its own HTTP interface, in one place. */

import type { Environment } from "#lib/contracts/environment.ts";
import type { FavouriteList } from "#lib/contracts/catalog/favouriteLists.ts";
import type { OverviewPeriod } from "#lib/contracts/orders/overview.ts";
import type { OrderState, OrderVerb } from "#lib/contracts/orders/orderState.ts";
import { encodeReference } from "#lib/orders/references/referenceSegment.ts";

/** The parts of the settings page. */
export type SettingsTab =
  | "account"
  | "sessions"
  | "notices"
  | "cover"
  | "roles"
  | "webhooks"
  | "security"
  | "codes"
  | "connection"
  | "requests"
  | "tokens";

/** A part of the help page: a section, the state of an order, or a message of the service. */
export type HelpPart =
  | { section: "states" | "authority" | "messages" | "shortcuts" }
  | { state: OrderState }
  | { message: string };

/** The id of a part on the help page. */
export function helpAnchor(part: HelpPart): string {
  if ("section" in part) return part.section;
  return "state" in part ? `state-${part.state}` : `message-${part.message}`;
}

/** Whether signing in leads there anyway. */
function isStart(next: string): boolean {
  return next === "" || next === "/" || next === paths.start();
}

export const paths = {
  /** `next`: the path to return to. */
  signIn: (next = "") => (isStart(next) ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`),
  /** The same for a member whose session has ended while they worked on the page `next`. */
  signInAgain: (next: string) => `/sign-in?error=SessionRequired&next=${encodeURIComponent(next)}`,
  /** The same with the reason why single sign-on let nobody in (components/auth/signInNotice.ts). */
  signInRefused: (error: "NoRole" | "NoGroupsTold" | "SignInExpired", next = "/") =>
    next === "/" ? `/sign-in?error=${error}` : `/sign-in?error=${error}&next=${encodeURIComponent(next)}`,
  /** The second step of signing in. `next`: the path to open afterwards. */
  secondFactor: (next = "") =>
    isStart(next) ? "/second-factor" : `/second-factor?next=${encodeURIComponent(next)}`,
  /** Where a member adds the second factor that the account asks for. */
  newSecondFactor: () => "/new-second-factor",
  /** Where an invited person joins the team; the link has its token after the `#`. */
  invitation: () => "/invitation",
  /** Where a one-time password is replaced. */
  newPassword: () => "/new-password",
  /** Leads to the page with which the member's day begins. */
  start: () => "/start",
  overview: () => "/",
  catalog: (query = "") => (query === "" ? "/catalog" : `/catalog?${query}`),
  /** What has changed in the catalog. */
  catalogChanges: (query = "") => (query === "" ? "/catalog/changes" : `/catalog/changes?${query}`),
  /** The catalog with a product open beside it. */
  catalogProduct: (productId: number) => `/catalog?product=${productId}`,
  orders: (query = "") => (query === "" ? "/orders" : `/orders?${query}`),
  /** The orders that wait for approval. */
  awaitingApproval: () => "/orders?tab=awaiting-approval",
  /** The orders that hold a product. */
  ordersOf: (productId: number) => `/orders?product=${productId}`,
  /** The orders with a tag. */
  ordersTagged: (tag: string) => `/orders?tag=${encodeURIComponent(tag)}`,
  /** The order builder; without an id, with the draft that the catalog adds to. */
  newOrder: (draftId?: string) =>
    draftId === undefined ? "/orders/new" : `/orders/new?draft=${encodeURIComponent(draftId)}`,
  templates: () => "/orders/templates",
  schedules: () => "/schedules",
  /** One of them, on their page. */
  schedule: (scheduleId: string) => `/schedules#schedule-${encodeURIComponent(scheduleId)}`,
  /** `list`: the query of the list from which it is opened, to continue with the next order. */
  order: (reference: string, list?: string) =>
    `/orders/${encodeReference(reference)}${list === undefined ? "" : `?list=${encodeURIComponent(list)}`}`,
  /** Looking up many references at once, and the order of a code. */
  lookUp: () => "/lookup",
  /** The codes of all orders by product, for handing them out. */
  codes: () => "/codes",
  /** How many codes of each product are left. */
  stock: () => "/stock",
  /** What happened to the codes of a product. */
  stockHistory: (productId: number) => `/stock/${productId}`,
  /** The codes that do not work. */
  claims: (query = "") => (query === "" ? "/claims" : `/claims?${query}`),
  /** One of them, with its evidence. */
  claim: (claimId: string) => `/claims/${encodeURIComponent(claimId)}`,
  /** A restock rule in the list of them. */
  restockRule: (ruleId: string) => `/stock#rule-${encodeURIComponent(ruleId)}`,
  wallet: () => "/wallet",
  budgets: () => "/wallet/budgets",
  /** What is made for the member again and again. */
  reports: () => "/reports",
  /** Without a month (`2026-10`), the current one. */
  statement: (month?: string) =>
    month === undefined ? "/wallet/statements" : `/wallet/statements?month=${month}`,
  team: () => "/team",
  /** A member in the list of them. */
  teamMember: (memberId: string) => `/team#member-${memberId}`,
  audit: () => "/audit",
  /** What the member was told. */
  notices: () => "/notices",
  /** `part`: what it opens at. */
  help: (part: HelpPart | null = null) => (part === null ? "/help" : `/help#${helpAnchor(part)}`),
  settings: (tab: SettingsTab = "account") => (tab === "account" ? "/settings" : `/settings?tab=${tab}`),
};

/** The parameter that names the environment in addresses for use outside of the dashboard. */
export const ENVIRONMENT_PARAM = "environment";

/** An address for mails and other programs: it opens in the given environment, whichever its reader was in. Null: in no particular one. */
export function pathIn(environment: Environment | null, path: string): string {
  if (environment === null) return path;
  const [before = "", anchor] = path.split("#");
  const named = `${before}${before.includes("?") ? "&" : "?"}${ENVIRONMENT_PARAM}=${environment}`;
  return anchor === undefined ? named : `${named}#${anchor}`;
}

/** The address of a route of the interface, which knows by its type which one it is. A text in all else. */
export type Address<Route extends string> = string & { readonly route?: Route };
type Addressed<Routes> = {
  [Route in keyof Routes & string]: Routes[Route] extends (...args: infer Args) => string
    ? (...args: Args) => Address<Route>
    : never;
};

const routes = {
  products: (query = "") => (query === "" ? "/api/catalog/products" : `/api/catalog/products?${query}`),
  catalogChanges: (query: string) => `/api/catalog/changes?${query}`,
  exportCatalogChanges: () => "/api/catalog/changes/export",
  catalogChangesFacets: (query: string) => `/api/catalog/changes/facets?${query}`,
  productSuggestions: () => "/api/catalog/suggestions",
  productLookup: () => "/api/catalog/lookup",
  product: (productId: number) => `/api/catalog/products/${productId}`,
  priceHistory: (productId: number) => `/api/catalog/products/${productId}/prices`,
  productOrders: (productId: number) => `/api/catalog/products/${productId}/orders`,
  favourites: () => "/api/catalog/favourites",
  favourite: (list: FavouriteList, productId: number) => `/api/catalog/favourites/${list}/${productId}`,
  savedViews: () => "/api/catalog/views",
  savedView: (viewId: string) => `/api/catalog/views/${viewId}`,
  overview: (days: OverviewPeriod) => `/api/overview?days=${days}`,
  wallet: () => "/api/wallet",
  walletHistory: (currency: string, days: number) => `/api/wallet/history?currency=${currency}&days=${days}`,
  walletLimits: () => "/api/wallet/limits",
  statement: (month: string) => `/api/statements?month=${month}`,
  service: () => "/api/service",
  callDespiteWait: () => "/api/service/call",
  preflight: () => "/api/orders/preflight",
  allowances: () => "/api/orders/allowances",
  orders: (query = "") => (query === "" ? "/api/orders" : `/api/orders?${query}`),
  orderSuggestions: () => "/api/orders/suggestions",
  orderCounts: (query = "") => (query === "" ? "/api/orders/counts" : `/api/orders/counts?${query}`),
  orderFacets: () => "/api/orders/facets",
  orderTags: () => "/api/orders/tags",
  orderExport: () => "/api/orders/export",
  orderViews: () => "/api/orders/views",
  orderView: (viewId: string) => `/api/orders/views/${viewId}`,
  orderNeighbours: (reference: string, query = "") =>
    `/api/orders/${encodeReference(reference)}/neighbours${query === "" ? "" : `?${query}`}`,
  schedules: () => "/api/schedules",
  schedule: (scheduleId: string) => `/api/schedules/${scheduleId}`,
  scheduleDate: (scheduleId: string, day: string) => `/api/schedules/${scheduleId}/dates/${day}`,
  templates: () => "/api/orders/templates",
  template: (templateId: string) => `/api/orders/templates/${templateId}`,
  templateDraft: (templateId: string) => `/api/orders/templates/${templateId}/draft`,
  drafts: () => "/api/orders/drafts",
  draftDetails: (draftId: string) => `/api/orders/drafts/${draftId}`,
  draftPresence: (draftId: string) => `/api/orders/drafts/${draftId}/presence`,
  draftLines: () => "/api/orders/draft/lines",
  draft: (query = "") => (query === "" ? "/api/orders/draft" : `/api/orders/draft?${query}`),
  order: (reference: string) => `/api/orders/${encodeReference(reference)}`,
  orderVerb: (reference: string, verb: OrderVerb) => `/api/orders/${encodeReference(reference)}/${verb}`,
  orderLabels: (reference: string) => `/api/orders/${encodeReference(reference)}/labels`,
  codes: (reference: string) => `/api/orders/${encodeReference(reference)}/codes`,
  approvals: () => "/api/orders/approvals",
  approvalSettings: () => "/api/approvals/settings",
  coverOfMembers: () => "/api/cover",
  cover: (coverId: string) => `/api/cover/${coverId}`,
  limits: () => "/api/limits",
  productLimits: () => "/api/limits/products",
  budgets: () => "/api/budgets",
  budget: (budgetId: string) => `/api/budgets/${budgetId}`,
  budgetsLeft: () => "/api/budgets/left",
  requester: (reference: string) => `/api/orders/${encodeReference(reference)}/requester`,
  budgetsOfOrder: (reference: string) => `/api/orders/${encodeReference(reference)}/budgets`,
  exceededLimit: (currency: string, price: number) =>
    `/api/limits/exceeded?currency=${encodeURIComponent(currency)}&price=${price}`,
  reports: () => "/api/reports",
  report: (reportId: string) => `/api/reports/${encodeURIComponent(reportId)}`,
  reportFile: (reportId: string, day: string) =>
    `/api/reports/${encodeURIComponent(reportId)}/files/${encodeURIComponent(day)}`,
  roles: () => "/api/roles",
  role: (roleId: string) => `/api/roles/${roleId}`,
  invitations: () => "/api/invitations",
  invitation: (invitationId: string) => `/api/invitations/${invitationId}`,
  openInvitation: () => "/api/sign-in/invitation",
  acceptInvitation: () => "/api/sign-in/invitation/accept",
  team: () => "/api/team",
  member: (memberId: string) => `/api/team/${memberId}`,
  memberSessions: (memberId: string) => `/api/team/${memberId}/sessions`,
  memberSecondFactor: (memberId: string) => `/api/team/${memberId}/second-factor`,
  memberPassword: (memberId: string) => `/api/team/${memberId}/password`,
  searchAudit: () => "/api/audit/search",
  verifyAudit: () => "/api/audit/verify",
  exportAudit: () => "/api/audit/export",
  connections: () => "/api/settings/connections",
  currencyUnits: () => "/api/settings/units",
  serviceCalls: (filter: URLSearchParams) => `/api/settings/calls${filter.size === 0 ? "" : `?${filter}`}`,
  attention: () => "/api/attention",
  lookUp: () => "/api/lookup/orders",
  orderOfCode: () => "/api/lookup/code",
  orderOfCodeEnd: () => "/api/lookup/code-end",
  revealAlerts: () => "/api/codes/alerts",
  exportCodes: (reference: string) => `/api/orders/${encodeReference(reference)}/export`,
  stock: () => "/api/codes/stock",
  stockHistory: (productId: number) => `/api/codes/stock/${productId}/history`,
  exportStock: () => "/api/codes/stock/export",
  restockRules: () => "/api/restock-rules",
  restockRulesToAttend: () => "/api/restock-rules/attention",
  previewRestockRule: () => "/api/restock-rules/preview",
  restockRule: (ruleId: string) => `/api/restock-rules/${encodeURIComponent(ruleId)}`,
  approveRestockRule: (ruleId: string) => `/api/restock-rules/${encodeURIComponent(ruleId)}/approval`,
  claims: (query = "") => (query === "" ? "/api/claims" : `/api/claims?${query}`),
  claim: (claimId: string) => `/api/claims/${encodeURIComponent(claimId)}`,
  claimEvidence: (claimId: string) => `/api/claims/${encodeURIComponent(claimId)}/evidence`,
  claimTerms: () => "/api/claims/terms",
  failureRates: (productId: number) => `/api/claims/rates?product=${productId}`,
  handOuts: () => "/api/codes/hand-outs",
  readHandOuts: () => "/api/codes/hand-outs/read",
  handOutReleases: () => "/api/codes/hand-outs/releases",
  handOutHistory: () => "/api/codes/hand-outs/history",
  handOut: (handOutId: string) => `/api/codes/hand-outs/${handOutId}`,
  messageOfHandOut: (handOutId: string) => `/api/codes/hand-outs/${handOutId}/message`,
  releases: () => "/api/codes/releases",
  release: (releaseId: string) => `/api/codes/releases/${releaseId}`,
  codeSettings: () => "/api/codes/settings",
  customerMessage: () => "/api/codes/message",
  notices: (cursor: string | null = null) =>
    cursor === null ? "/api/notices" : `/api/notices?cursor=${cursor}`,
  unreadNotices: () => "/api/notices/unread",
  readNotices: () => "/api/notices/read",
  noticeSettings: () => "/api/settings/notices",
  webhooks: () => "/api/webhooks",
  webhook: (webhookId: string) => `/api/webhooks/${webhookId}`,
  webhookTest: (webhookId: string) => `/api/webhooks/${webhookId}/test`,
  webhookDeliveries: (webhookId: string) => `/api/webhooks/${webhookId}/deliveries`,
  resendDelivery: (webhookId: string, deliveryId: string) =>
    `/api/webhooks/${webhookId}/deliveries/${deliveryId}`,
  notifications: () => "/api/session/notifications",
  region: () => "/api/session/region",
  production: () => "/api/session/production",
  testKey: () => "/api/settings/keys/test",
  memberDrafts: (memberId: string) => `/api/team/${memberId}/drafts`,
  confirmIdentity: () => "/api/session/confirm",
  completeSignIn: () => "/api/sign-in/second-factor",
  secondFactor: () => "/api/settings/second-factor",
  totp: () => "/api/settings/second-factor/totp",
  passkeys: () => "/api/settings/second-factor/passkeys",
  newPasskeyChallenge: () => "/api/settings/second-factor/passkeys/challenge",
  passkey: (passkeyId: string) => `/api/settings/second-factor/passkeys/${passkeyId}`,
  confirmChallenge: () => "/api/session/confirm/challenge",
  completeSignInChallenge: () => "/api/sign-in/second-factor/challenge",
  passkeySignIn: () => "/api/sign-in/passkey",
  passkeySignInChallenge: () => "/api/sign-in/passkey/challenge",
  recoveryCodes: () => "/api/settings/second-factor/recovery-codes",
  securitySettings: () => "/api/settings/security",
  openApi: () => "/api/openapi.json",
  accessTokens: () => "/api/settings/tokens",
  accessToken: (tokenId: string) => `/api/settings/tokens/${tokenId}`,
  ownPassword: () => "/api/settings/password",
  sessions: (query: { tokens?: "end" } = {}) =>
    query.tokens === undefined ? "/api/settings/sessions" : `/api/settings/sessions?tokens=${query.tokens}`,
  session: (sessionId: string) => `/api/settings/sessions/${sessionId}`,
};

export const apiPaths: Addressed<typeof routes> = routes;
