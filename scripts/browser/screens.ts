/** Every screen that has an address of its own, as administrators see it. */
export const SCREENS: Readonly<Record<string, string>> = {
  overview: "/",
  catalog: "/catalog",
  "catalog changes": "/catalog/changes",
  orders: "/orders",
  "new order": "/orders/new",
  templates: "/orders/templates",
  schedules: "/schedules",
  "find codes": "/codes",
  stock: "/stock",
  "look-up": "/lookup",
  claims: "/claims",
  wallet: "/wallet",
  statements: "/wallet/statements",
  budgets: "/wallet/budgets",
  team: "/team",
  "audit log": "/audit",
  reports: "/reports",
  notices: "/notices",
  account: "/settings",
  sessions: "/settings?tab=sessions",
  "choice of notices": "/settings?tab=notices",
  "access tokens": "/settings?tab=tokens",
  roles: "/settings?tab=roles",
  "rules for signing in": "/settings?tab=security",
  "rules for codes": "/settings?tab=codes",
  webhooks: "/settings?tab=webhooks",
  connection: "/settings?tab=connection",
  "request log": "/settings?tab=requests",
  help: "/help",
};

/** Phone, tablet and desktop, in pixels. */
export const WIDTHS = [375, 768, 1_280] as const;
export const THEMES = ["light", "dark"] as const;
