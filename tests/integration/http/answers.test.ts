import { describe, expect, it } from "vitest";
import * as attention from "#app/api/attention/route.ts";
import * as searchAudit from "#app/api/audit/search/route.ts";
import * as verifyAudit from "#app/api/audit/verify/route.ts";
import * as exportCatalogChanges from "#app/api/catalog/changes/export/route.ts";
import * as catalogChangesFacets from "#app/api/catalog/changes/facets/route.ts";
import * as catalogChanges from "#app/api/catalog/changes/route.ts";
import * as favourite from "#app/api/catalog/favourites/[list]/[productId]/route.ts";
import * as favourites from "#app/api/catalog/favourites/route.ts";
import * as productLookup from "#app/api/catalog/lookup/route.ts";
import * as productOrders from "#app/api/catalog/products/[productId]/orders/route.ts";
import * as priceHistory from "#app/api/catalog/products/[productId]/prices/route.ts";
import * as product from "#app/api/catalog/products/[productId]/route.ts";
import * as products from "#app/api/catalog/products/route.ts";
import * as productSuggestions from "#app/api/catalog/suggestions/route.ts";
import * as savedView from "#app/api/catalog/views/[viewId]/route.ts";
import * as savedViews from "#app/api/catalog/views/route.ts";
import * as revealAlerts from "#app/api/codes/alerts/route.ts";
import * as handOut from "#app/api/codes/hand-outs/[handOutId]/route.ts";
import * as messageOfHandOut from "#app/api/codes/hand-outs/[handOutId]/message/route.ts";
import * as customerMessage from "#app/api/codes/message/route.ts";
import * as handOutHistory from "#app/api/codes/hand-outs/history/route.ts";
import * as readHandOuts from "#app/api/codes/hand-outs/read/route.ts";
import * as handOuts from "#app/api/codes/hand-outs/route.ts";
import * as handOutReleases from "#app/api/codes/hand-outs/releases/route.ts";
import * as release from "#app/api/codes/releases/[releaseId]/route.ts";
import * as releases from "#app/api/codes/releases/route.ts";
import * as codeSettings from "#app/api/codes/settings/route.ts";
import * as claimEvidence from "#app/api/claims/[claimId]/evidence/route.ts";
import * as claim from "#app/api/claims/[claimId]/route.ts";
import * as failureRates from "#app/api/claims/rates/route.ts";
import * as claims from "#app/api/claims/route.ts";
import * as claimTerms from "#app/api/claims/terms/route.ts";
import * as stock from "#app/api/codes/stock/route.ts";
import * as stockHistory from "#app/api/codes/stock/[productId]/history/route.ts";
import * as exportStock from "#app/api/codes/stock/export/route.ts";
import * as restockRules from "#app/api/restock-rules/route.ts";
import * as restockRulesToAttend from "#app/api/restock-rules/attention/route.ts";
import * as previewRestockRule from "#app/api/restock-rules/preview/route.ts";
import * as restockRule from "#app/api/restock-rules/[ruleId]/route.ts";
import * as approveRestockRule from "#app/api/restock-rules/[ruleId]/approval/route.ts";
import * as invitation from "#app/api/invitations/[invitationId]/route.ts";
import * as invitations from "#app/api/invitations/route.ts";
import * as approvalSettings from "#app/api/approvals/settings/route.ts";
import * as cover from "#app/api/cover/[coverId]/route.ts";
import * as coverOfMembers from "#app/api/cover/route.ts";
import * as budget from "#app/api/budgets/[budgetId]/route.ts";
import * as budgetsLeft from "#app/api/budgets/left/route.ts";
import * as budgets from "#app/api/budgets/route.ts";
import * as requester from "#app/api/orders/[reference]/requester/route.ts";
import * as budgetsOfOrder from "#app/api/orders/[reference]/budgets/route.ts";
import * as exceededLimit from "#app/api/limits/exceeded/route.ts";
import * as productLimits from "#app/api/limits/products/route.ts";
import * as limits from "#app/api/limits/route.ts";
import * as orderOfCodeEnd from "#app/api/lookup/code-end/route.ts";
import * as orderOfCode from "#app/api/lookup/code/route.ts";
import * as lookUp from "#app/api/lookup/orders/route.ts";
import * as readNotices from "#app/api/notices/read/route.ts";
import * as notices from "#app/api/notices/route.ts";
import * as unreadNotices from "#app/api/notices/unread/route.ts";
import * as codes from "#app/api/orders/[reference]/codes/route.ts";
import * as orderLabels from "#app/api/orders/[reference]/labels/route.ts";
import * as orderNeighbours from "#app/api/orders/[reference]/neighbours/route.ts";
import * as order from "#app/api/orders/[reference]/route.ts";
import * as allowances from "#app/api/orders/allowances/route.ts";
import * as approvals from "#app/api/orders/approvals/route.ts";
import * as orderCounts from "#app/api/orders/counts/route.ts";
import * as draftLines from "#app/api/orders/draft/lines/route.ts";
import * as draft from "#app/api/orders/draft/route.ts";
import * as draftPresence from "#app/api/orders/drafts/[draftId]/presence/route.ts";
import * as draftDetails from "#app/api/orders/drafts/[draftId]/route.ts";
import * as drafts from "#app/api/orders/drafts/route.ts";
import * as orderExport from "#app/api/orders/export/route.ts";
import * as orderFacets from "#app/api/orders/facets/route.ts";
import * as preflight from "#app/api/orders/preflight/route.ts";
import * as orders from "#app/api/orders/route.ts";
import * as orderSuggestions from "#app/api/orders/suggestions/route.ts";
import * as orderTags from "#app/api/orders/tags/route.ts";
import * as scheduleDate from "#app/api/schedules/[scheduleId]/dates/[day]/route.ts";
import * as schedule from "#app/api/schedules/[scheduleId]/route.ts";
import * as schedules from "#app/api/schedules/route.ts";
import * as templateDraft from "#app/api/orders/templates/[templateId]/draft/route.ts";
import * as template from "#app/api/orders/templates/[templateId]/route.ts";
import * as templates from "#app/api/orders/templates/route.ts";
import * as orderView from "#app/api/orders/views/[viewId]/route.ts";
import * as orderViews from "#app/api/orders/views/route.ts";
import * as overview from "#app/api/overview/route.ts";
import * as report from "#app/api/reports/[reportId]/route.ts";
import * as reports from "#app/api/reports/route.ts";
import * as role from "#app/api/roles/[roleId]/route.ts";
import * as roles from "#app/api/roles/route.ts";
import * as callDespiteWait from "#app/api/service/call/route.ts";
import * as service from "#app/api/service/route.ts";
import * as confirmChallenge from "#app/api/session/confirm/challenge/route.ts";
import * as confirmIdentity from "#app/api/session/confirm/route.ts";
import * as notifications from "#app/api/session/notifications/route.ts";
import * as production from "#app/api/session/production/route.ts";
import * as region from "#app/api/session/region/route.ts";
import * as serviceCalls from "#app/api/settings/calls/route.ts";
import * as connections from "#app/api/settings/connections/route.ts";
import * as testKey from "#app/api/settings/keys/test/route.ts";
import * as noticeSettings from "#app/api/settings/notices/route.ts";
import * as ownPassword from "#app/api/settings/password/route.ts";
import * as passkey from "#app/api/settings/second-factor/passkeys/[passkeyId]/route.ts";
import * as newPasskeyChallenge from "#app/api/settings/second-factor/passkeys/challenge/route.ts";
import * as passkeys from "#app/api/settings/second-factor/passkeys/route.ts";
import * as recoveryCodes from "#app/api/settings/second-factor/recovery-codes/route.ts";
import * as secondFactor from "#app/api/settings/second-factor/route.ts";
import * as totp from "#app/api/settings/second-factor/totp/route.ts";
import * as securitySettings from "#app/api/settings/security/route.ts";
import * as session from "#app/api/settings/sessions/[sessionId]/route.ts";
import * as sessions from "#app/api/settings/sessions/route.ts";
import * as accessToken from "#app/api/settings/tokens/[tokenId]/route.ts";
import * as accessTokens from "#app/api/settings/tokens/route.ts";
import * as currencyUnits from "#app/api/settings/units/route.ts";
import * as acceptInvitation from "#app/api/sign-in/invitation/accept/route.ts";
import * as openInvitation from "#app/api/sign-in/invitation/route.ts";
import * as passkeySignInChallenge from "#app/api/sign-in/passkey/challenge/route.ts";
import * as passkeySignIn from "#app/api/sign-in/passkey/route.ts";
import * as completeSignInChallenge from "#app/api/sign-in/second-factor/challenge/route.ts";
import * as completeSignIn from "#app/api/sign-in/second-factor/route.ts";
import * as statement from "#app/api/statements/route.ts";
import * as memberDrafts from "#app/api/team/[memberId]/drafts/route.ts";
import * as memberPassword from "#app/api/team/[memberId]/password/route.ts";
import * as member from "#app/api/team/[memberId]/route.ts";
import * as memberSecondFactor from "#app/api/team/[memberId]/second-factor/route.ts";
import * as memberSessions from "#app/api/team/[memberId]/sessions/route.ts";
import * as team from "#app/api/team/route.ts";
import * as walletHistory from "#app/api/wallet/history/route.ts";
import * as walletLimits from "#app/api/wallet/limits/route.ts";
import * as wallet from "#app/api/wallet/route.ts";
import * as resendDelivery from "#app/api/webhooks/[webhookId]/deliveries/[deliveryId]/route.ts";
import * as webhookDeliveries from "#app/api/webhooks/[webhookId]/deliveries/route.ts";
import * as webhook from "#app/api/webhooks/[webhookId]/route.ts";
import * as webhookTest from "#app/api/webhooks/[webhookId]/test/route.ts";
import * as webhooks from "#app/api/webhooks/route.ts";
import * as accept from "#app/api/orders/[reference]/accept/route.ts";
import * as approve from "#app/api/orders/[reference]/approve/route.ts";
import * as check from "#app/api/orders/[reference]/check/route.ts";
import * as close from "#app/api/orders/[reference]/close/route.ts";
import * as decline from "#app/api/orders/[reference]/decline/route.ts";
import * as withdraw from "#app/api/orders/[reference]/withdraw/route.ts";
import type { OrderVerb } from "#lib/contracts/orders/orderState.ts";
import { apiPaths } from "#lib/paths.ts";
import type { Answers } from "#lib/queries/client/answers.ts";
import type { Reply } from "#server/http/reply.ts";
import type { Answering } from "#server/route/route.ts";
import { allRoutes } from "#tests/support/allRoutes.ts";

/** What the browser finds in the body of an answer. */
type Body<Answer> = Answer extends undefined ? void | undefined : Answer | Reply<Answer | null>;
/** The routes of an address whose answers are what the client takes them for. The compiler holds them to it. */
type Declared<Name extends keyof Answers> = {
  [Method in keyof Answers[Name]]: Answering<Body<Answers[Name][Method]>>;
};

const VERBS = { accept, approve, check, close, decline, withdraw } satisfies Record<
  OrderVerb,
  Declared<"orderVerb">
>;
const ROUTES = {
  products,
  catalogChanges,
  exportCatalogChanges,
  stockHistory,
  exportStock,
  restockRules,
  previewRestockRule,
  restockRule,
  restockRulesToAttend,
  approveRestockRule,
  catalogChangesFacets,
  productSuggestions,
  productLookup,
  product,
  priceHistory,
  productOrders,
  favourites,
  favourite,
  savedViews,
  savedView,
  overview,
  wallet,
  walletHistory,
  walletLimits,
  statement,
  service,
  callDespiteWait,
  preflight,
  allowances,
  orders,
  orderSuggestions,
  orderCounts,
  orderFacets,
  orderTags,
  orderExport,
  orderViews,
  orderView,
  orderNeighbours,
  schedule,
  scheduleDate,
  schedules,
  templates,
  template,
  templateDraft,
  drafts,
  draftDetails,
  draftPresence,
  draftLines,
  draft,
  order,
  orderLabels,
  codes,
  approvals,
  approvalSettings,
  coverOfMembers,
  cover,
  limits,
  exceededLimit,
  productLimits,
  budgets,
  budget,
  budgetsLeft,
  requester,
  budgetsOfOrder,
  reports,
  report,
  roles,
  role,
  invitations,
  invitation,
  openInvitation,
  acceptInvitation,
  team,
  member,
  memberSessions,
  memberSecondFactor,
  memberPassword,
  searchAudit,
  verifyAudit,
  connections,
  currencyUnits,
  serviceCalls,
  attention,
  lookUp,
  orderOfCode,
  orderOfCodeEnd,
  revealAlerts,
  claims,
  claim,
  claimEvidence,
  claimTerms,
  failureRates,
  stock,
  handOuts,
  handOutHistory,
  readHandOuts,
  handOut,
  releases,
  handOutReleases,
  messageOfHandOut,
  customerMessage,
  release,
  codeSettings,
  notices,
  unreadNotices,
  readNotices,
  noticeSettings,
  webhooks,
  webhook,
  webhookTest,
  webhookDeliveries,
  resendDelivery,
  notifications,
  region,
  production,
  testKey,
  memberDrafts,
  confirmIdentity,
  completeSignIn,
  secondFactor,
  totp,
  passkeys,
  newPasskeyChallenge,
  passkey,
  confirmChallenge,
  completeSignInChallenge,
  passkeySignIn,
  passkeySignInChallenge,
  recoveryCodes,
  securitySettings,
  accessTokens,
  accessToken,
  ownPassword,
  sessions,
  session,
} satisfies { [Name in Exclude<keyof Answers, "orderVerb">]: Declared<Name> };

type Handlers = Partial<Record<string, unknown>>;
const NAMES = Object.keys(apiPaths).filter((name): name is keyof typeof ROUTES => name in ROUTES);
const VERB_NAMES = Object.keys(VERBS).filter((verb): verb is OrderVerb => verb in VERBS);

/** The address of a route, with something in place of each parameter. */
function addressOf(name: keyof typeof ROUTES): string {
  // Each takes parameters of its own; which they are does not matter here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const write = apiPaths[name] as (...parts: string[]) => string;
  return write("1", "1").replace(/\?.*/, "");
}

/** The declarations that Next finds at an address: a folder with its name comes before a parameter. */
async function declaredAt(address: string): Promise<Handlers> {
  const fitting = (await allRoutes()).filter(({ path }) =>
    new RegExp(`^${path.replaceAll(/\[\w+\]/g, "[^/]+")}$`).test(address),
  );
  const parameters = ({ path }: { path: string }) => path.split("[").length;
  const fewest = Math.min(...fitting.map(parameters));
  const found = fitting.filter((each) => parameters(each) === fewest);
  return Object.fromEntries(found.map(({ method, handler }) => [method, handler]));
}

describe("the answers that the browser takes for granted", () => {
  it("are those that the routes at its addresses declare", async () => {
    const calls: [string, Handlers][] = [
      ...NAMES.map((name): [string, Handlers] => [addressOf(name), ROUTES[name]]),
      ...VERB_NAMES.map((verb): [string, Handlers] => [apiPaths.orderVerb("1", verb), VERBS[verb]]),
    ];
    expect(calls.length).toBeGreaterThan(100);
    for (const [address, handlers] of calls)
      expect(await declaredAt(address), address).toEqual({ ...handlers });
  });
});
