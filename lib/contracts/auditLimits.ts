/** The longest text that the audit log is searched for. */
export const MAX_AUDIT_SEARCH = 100;
