/** What orders that a budget may cover, and changes of budgets, compete for. */
export function budgetLock(environment: string): readonly string[] {
  return ["budgets", environment];
}
