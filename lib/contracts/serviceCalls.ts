/** What is asked of the service, as the request log records it. */
export const CALL_OPERATIONS = ["wallet", "products", "product", "place", "order"] as const;
export const CALL_OUTCOMES = ["succeeded", "failed", "no-answer"] as const;
