/** A sandbox takes keys of this prefix and no others (docs/service-interface.md §5). */
export const KEY_PREFIX = "svc_test_";
