/** The longest text that can be searched for in the audit log. */
export const MAX_AUDIT_SEARCH = 100;
