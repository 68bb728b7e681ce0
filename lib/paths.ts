/** Every address of the dashboard and of its own HTTP interface, in one place. */

import type { FavouriteList } from "#lib/contracts/favouriteLists.ts";
import type { OrderVerb } from "#lib/contracts/orderState.ts";
import { encodeReference } from "#lib/orders/references/referenceSegment.ts";

/** The parts of the settings page. */
export type SettingsTab = "account" | "sessions" | "connection" | "requests";

export const paths = {
  /** `next`: the path to come back to. */
  signIn: (next = "") =>
    next === "" || next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`,
  /** Where a one-time password is replaced. */
  newPassword: () => "/new-password",
  overview: () => "/",
  catalog: (query = "") => (query === "" ? "/catalog" : `/catalog?${query}`),
  orders: (query = "") => (query === "" ? "/orders" : `/orders?${query}`),
  /** The orders that hold a product. */
  ordersOf: (productId: number) => `/orders?product=${productId}`,
  /** The order builder; without an id, with the draft that the catalog adds to. */
  newOrder: (draftId?: string) =>
    draftId === undefined ? "/orders/new" : `/orders/new?draft=${encodeURIComponent(draftId)}`,
  order: (reference: string) => `/orders/${encodeReference(reference)}`,
  wallet: () => "/wallet",
  team: () => "/team",
  audit: () => "/audit",
  settings: (tab: SettingsTab = "account") => (tab === "account" ? "/settings" : `/settings?tab=${tab}`),
};

export const apiPaths = {
  products: (query = "") => (query === "" ? "/api/catalog/products" : `/api/catalog/products?${query}`),
  product: (productId: number) => `/api/catalog/products/${productId}`,
  productOrders: (productId: number) => `/api/catalog/products/${productId}/orders`,
  favourites: () => "/api/catalog/favourites",
  favourite: (list: FavouriteList, productId: number) => `/api/catalog/favourites/${list}/${productId}`,
  savedViews: () => "/api/catalog/views",
  savedView: (viewId: string) => `/api/catalog/views/${viewId}`,
  wallet: () => "/api/wallet",
  service: () => "/api/service",
  preflight: () => "/api/orders/preflight",
  orders: (query = "") => (query === "" ? "/api/orders" : `/api/orders?${query}`),
  drafts: () => "/api/orders/drafts",
  draft: (query = "") => (query === "" ? "/api/orders/draft" : `/api/orders/draft?${query}`),
  order: (reference: string) => `/api/orders/${encodeReference(reference)}`,
  orderVerb: (reference: string, verb: OrderVerb) => `/api/orders/${encodeReference(reference)}/${verb}`,
  codes: (reference: string) => `/api/orders/${encodeReference(reference)}/codes`,
  team: () => "/api/team",
  member: (memberId: string) => `/api/team/${memberId}`,
  memberPassword: (memberId: string) => `/api/team/${memberId}/password`,
  audit: (query = "") => (query === "" ? "/api/audit" : `/api/audit?${query}`),
  connections: () => "/api/settings/connections",
  serviceCalls: () => "/api/settings/calls",
  revealAlerts: () => "/api/codes/alerts",
  confirmPassword: () => "/api/session/confirm-password",
  ownPassword: () => "/api/settings/password",
  sessions: () => "/api/settings/sessions",
  session: (sessionId: string) => `/api/settings/sessions/${sessionId}`,
};
