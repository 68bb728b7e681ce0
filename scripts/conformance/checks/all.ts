import type { Check } from "#scripts/conformance/service/check.ts";
import { CATALOG_CHECKS } from "./catalog.ts";
import { DELIVERY_CHECKS } from "./delivery.ts";
import { KEY_CHECKS } from "./keys.ts";
import { PLACING_CHECKS } from "./placing.ts";
import { REFUSED_CHECKS } from "./refused.ts";
import { SCENARIO_CHECKS } from "./scenarios.ts";

/** The suite, in the order of its report; orders are placed before they are looked up. */
export const CHECKS: readonly Check[] = [
  ...KEY_CHECKS,
  ...CATALOG_CHECKS,
  ...REFUSED_CHECKS,
  ...PLACING_CHECKS,
  ...DELIVERY_CHECKS,
  ...SCENARIO_CHECKS,
];
