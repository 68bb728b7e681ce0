/**
 * For how many days an account and whoever added, invited or reset it do not decide on each other's requests, unless configured
 * otherwise.
 */
export const DEFAULT_ACCOUNT_WAIT_DAYS = 7;
