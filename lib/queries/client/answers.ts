import type { AuditPage } from "#lib/contracts/audit/audit.ts";
import type { AuditVerification } from "#lib/contracts/audit/auditVerification.ts";
import type { CatalogPage } from "#lib/contracts/catalog/catalog.ts";
import type { ChangesFacets, ChangesPage } from "#lib/contracts/catalog/catalogChanges.ts";
import type { FavouritesView } from "#lib/contracts/catalog/favourites.ts";
import type { PriceHistory } from "#lib/contracts/catalog/priceHistory.ts";
import type { ProductDetail } from "#lib/contracts/catalog/product.ts";
import type { ProductLookupResult } from "#lib/contracts/catalog/productLookup.ts";
import type { SavedView, SavedViewsPage } from "#lib/contracts/catalog/savedViews.ts";
import type { Claim, Claims, ClaimTerms, Evidence, FailureRates } from "#lib/contracts/claims/claims.ts";
import type { CodeSettings, CodesPage } from "#lib/contracts/codes/codes.ts";
import type { CustomerMessage, MessageForHandOut } from "#lib/contracts/codes/customerMessage.ts";
import type { Releases } from "#lib/contracts/codes/exportCodes.ts";
import type { HandOut, HandOuts, HandOutHistory } from "#lib/contracts/codes/handOut.ts";
import type { Stock } from "#lib/contracts/codes/stock.ts";
import type { StockHistory } from "#lib/contracts/codes/stockHistory.ts";
import type { RestockRules, RulePreview, RulesToAttend } from "#lib/contracts/restock/restockRules.ts";
import type { FoundCode, FoundCodeEnd, LookUpResult } from "#lib/contracts/codes/lookUp.ts";
import type { RevealAlerts } from "#lib/contracts/codes/revealAlerts.ts";
import type { CurrencyUnits } from "#lib/contracts/money/currencyUnits.ts";
import type { Statement } from "#lib/contracts/money/statement.ts";
import type { WalletHistory, WalletLimits, WalletView } from "#lib/contracts/money/wallet.ts";
import type { NoticeSettings, Notices, UnreadNotices } from "#lib/contracts/notices/notices.ts";
import type { Notifications } from "#lib/contracts/notices/notifications.ts";
import type { Deliveries, WebhookWithSecret, Webhooks } from "#lib/contracts/notices/webhooks.ts";
import type { Allowances } from "#lib/contracts/orders/allowances.ts";
import type { Approvals, ApprovalSettings, RequesterSpend } from "#lib/contracts/orders/approvals.ts";
import type { Attention, DismissAnswer } from "#lib/contracts/orders/attention.ts";
import type { DraftsPage, Presence, SavedDraft } from "#lib/contracts/orders/drafts.ts";
import type {
  OrderCounts,
  OrderFacets,
  OrderNeighbours,
  OrderView,
  OrdersPage,
  TagOrdersAnswer,
} from "#lib/contracts/orders/order.ts";
import type { ExportPage } from "#lib/contracts/orders/orderExport.ts";
import type { TemplatesPage } from "#lib/contracts/orders/orderTemplates.ts";
import type { OrderListViews } from "#lib/contracts/orders/orderViews.ts";
import type { Overview } from "#lib/contracts/orders/overview.ts";
import type { OrderDraftView, PreflightResult } from "#lib/contracts/orders/placeOrder.ts";
import type { ProductOrders } from "#lib/contracts/orders/productOrders.ts";
import type { SchedulesView } from "#lib/contracts/orders/schedules.ts";
import type { RegionSettings } from "#lib/contracts/region.ts";
import type { TestedKey } from "#lib/contracts/service/serviceKeys.ts";
import type { ServiceState } from "#lib/contracts/service/serviceState.ts";
import type {
  ConnectionsView,
  ServiceCallsView,
  SessionsView,
  SignedOutEverywhere,
  PasswordChanged,
} from "#lib/contracts/settings.ts";
import type { CoverView } from "#lib/contracts/team/cover.ts";
import type { Reports } from "#lib/contracts/reports/reports.ts";
import type { BudgetsLeft, BudgetsView } from "#lib/contracts/orders/budgets.ts";
import type { AccessTokensView, CreatedToken } from "#lib/contracts/team/accessTokens.ts";
import type { InvitationsView, OpenInvitation, SentInvitation } from "#lib/contracts/team/invitations.ts";
import type { ExceededView, LimitsView, ProductLimitsView } from "#lib/contracts/team/limits.ts";
import type { MemberView } from "#lib/contracts/team/member.ts";
import type { RoleView, RolesView } from "#lib/contracts/team/roles.ts";
import type {
  SecondFactorView,
  SecuritySettings,
  ShownRecoveryCodes,
  TotpEnrolment,
} from "#lib/contracts/team/secondFactor.ts";
import type { DraftsToTransfer, MemberWithPassword, TeamView } from "#lib/contracts/team/team.ts";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

/**
 * What the routes answer that the browser calls: by their names in `apiPaths`, and by method. Held to what the routes declare by
 * tests/integration/http/answers.test.ts.
 */
export type Answers = {
  products: { GET: CatalogPage };
  catalogChanges: { GET: ChangesPage };
  exportCatalogChanges: { POST: ChangesPage };
  catalogChangesFacets: { GET: ChangesFacets };
  productSuggestions: { POST: CatalogPage };
  productLookup: { POST: ProductLookupResult };
  product: { GET: ProductDetail };
  priceHistory: { GET: PriceHistory };
  productOrders: { GET: ProductOrders };
  favourites: { GET: FavouritesView };
  favourite: { PUT: FavouritesView; DELETE: FavouritesView };
  savedViews: { GET: SavedViewsPage; POST: SavedView };
  savedView: { PATCH: SavedViewsPage; DELETE: SavedViewsPage };
  overview: { GET: Overview };
  wallet: { GET: WalletView };
  walletHistory: { GET: WalletHistory };
  walletLimits: { GET: WalletLimits; PUT: WalletLimits };
  statement: { GET: Statement };
  service: { GET: ServiceState };
  callDespiteWait: { POST: ServiceState };
  preflight: { POST: PreflightResult };
  allowances: { GET: Allowances };
  orders: { GET: OrdersPage; POST: OrderView };
  orderSuggestions: { POST: OrdersPage };
  orderCounts: { GET: OrderCounts };
  orderFacets: { GET: OrderFacets };
  orderTags: { POST: TagOrdersAnswer };
  orderExport: { POST: ExportPage };
  orderViews: { GET: OrderListViews; POST: OrderListViews };
  orderView: { PATCH: OrderListViews; DELETE: OrderListViews };
  orderNeighbours: { GET: OrderNeighbours };
  schedules: { GET: SchedulesView; POST: SchedulesView };
  schedule: { PUT: SchedulesView; PATCH: SchedulesView };
  scheduleDate: { PUT: SchedulesView; POST: SchedulesView };
  templates: { GET: TemplatesPage; POST: TemplatesPage };
  template: { PATCH: TemplatesPage; DELETE: TemplatesPage };
  templateDraft: { POST: OrderDraftView };
  drafts: { GET: DraftsPage; POST: OrderDraftView };
  draftDetails: { PATCH: DraftsPage };
  draftPresence: { POST: Presence };
  draftLines: { POST: SavedDraft };
  draft: { GET: OrderDraftView; PATCH: SavedDraft };
  order: { GET: OrderView };
  orderVerb: { POST: OrderView };
  orderLabels: { PUT: OrderView };
  codes: { POST: CodesPage };
  approvals: { GET: Approvals };
  approvalSettings: { GET: ApprovalSettings; PUT: ApprovalSettings };
  coverOfMembers: { GET: CoverView; POST: CoverView };
  cover: { DELETE: CoverView };
  limits: { GET: LimitsView; PUT: LimitsView };
  exceededLimit: { GET: ExceededView };
  productLimits: { GET: ProductLimitsView; PUT: ProductLimitsView };
  budgets: { GET: BudgetsView; POST: BudgetsView };
  budget: { PUT: BudgetsView };
  budgetsLeft: { POST: BudgetsLeft };
  requester: { GET: RequesterSpend };
  budgetsOfOrder: { GET: BudgetsLeft };
  reports: { GET: Reports; POST: Reports };
  report: { PATCH: Reports; DELETE: Reports };
  roles: { GET: RolesView; POST: RoleView };
  role: { PUT: RoleView; DELETE: undefined };
  invitations: { GET: InvitationsView; POST: SentInvitation };
  invitation: { DELETE: undefined };
  openInvitation: { POST: OpenInvitation };
  acceptInvitation: { POST: undefined };
  team: { GET: TeamView; POST: MemberWithPassword };
  member: { PATCH: MemberView };
  memberSessions: { GET: SessionsView; DELETE: { sessionsEnded: number } };
  memberSecondFactor: { DELETE: { sessionsEnded: number } };
  memberPassword: { POST: MemberWithPassword };
  searchAudit: { POST: AuditPage };
  verifyAudit: { POST: AuditVerification };
  connections: { GET: ConnectionsView };
  currencyUnits: { GET: CurrencyUnits; PUT: CurrencyUnits };
  serviceCalls: { GET: ServiceCallsView };
  attention: { GET: Attention; POST: DismissAnswer };
  lookUp: { POST: LookUpResult };
  orderOfCode: { POST: FoundCode };
  orderOfCodeEnd: { POST: FoundCodeEnd };
  revealAlerts: { GET: RevealAlerts };
  claims: { GET: Claims; POST: Claim };
  claim: { GET: Claim; POST: Claim };
  claimEvidence: { POST: Evidence };
  claimTerms: { PUT: ClaimTerms };
  failureRates: { GET: FailureRates };
  stock: { GET: Stock };
  stockHistory: { GET: StockHistory };
  exportStock: { POST: Stock };
  restockRules: { GET: RestockRules; POST: RestockRules };
  restockRulesToAttend: { GET: RulesToAttend };
  previewRestockRule: { POST: RulePreview };
  restockRule: { PUT: RestockRules; DELETE: RestockRules };
  approveRestockRule: { POST: RestockRules };
  handOuts: { POST: HandOuts };
  readHandOuts: { POST: HandOuts };
  handOutReleases: { POST: Releases };
  handOutHistory: { POST: HandOutHistory };
  handOut: { PATCH: Pick<HandOut, "state">; DELETE: undefined };
  messageOfHandOut: { POST: MessageForHandOut };
  releases: { GET: Releases; POST: Releases };
  release: { POST: Releases };
  codeSettings: { GET: CodeSettings; PUT: CodeSettings };
  customerMessage: { GET: CustomerMessage; PUT: CustomerMessage };
  notices: { GET: Notices };
  unreadNotices: { GET: UnreadNotices };
  readNotices: { POST: UnreadNotices };
  noticeSettings: { GET: NoticeSettings; PUT: NoticeSettings };
  webhooks: { GET: Webhooks; POST: WebhookWithSecret };
  webhook: { PATCH: Webhooks; DELETE: Webhooks };
  webhookTest: { POST: Deliveries };
  webhookDeliveries: { GET: Deliveries };
  resendDelivery: { POST: Deliveries };
  notifications: { GET: Notifications; PUT: Notifications };
  region: { GET: RegionSettings; PUT: RegionSettings };
  production: { POST: undefined };
  testKey: { POST: TestedKey };
  memberDrafts: { GET: DraftsToTransfer; POST: DraftsToTransfer };
  confirmIdentity: { POST: undefined };
  completeSignIn: { POST: undefined };
  secondFactor: { GET: SecondFactorView };
  totp: { POST: TotpEnrolment; PUT: ShownRecoveryCodes; DELETE: undefined };
  passkeys: { POST: ShownRecoveryCodes };
  newPasskeyChallenge: { POST: PublicKeyCredentialCreationOptionsJSON };
  passkey: { PATCH: undefined; DELETE: undefined };
  confirmChallenge: { POST: PublicKeyCredentialRequestOptionsJSON };
  completeSignInChallenge: { POST: PublicKeyCredentialRequestOptionsJSON };
  passkeySignIn: { POST: undefined };
  passkeySignInChallenge: { POST: PublicKeyCredentialRequestOptionsJSON };
  recoveryCodes: { POST: ShownRecoveryCodes };
  securitySettings: { GET: SecuritySettings; PUT: SecuritySettings };
  accessTokens: { GET: AccessTokensView; POST: CreatedToken };
  accessToken: { DELETE: undefined };
  ownPassword: { PUT: PasswordChanged };
  sessions: { GET: SessionsView; DELETE: SignedOutEverywhere };
  session: { DELETE: undefined };
};
