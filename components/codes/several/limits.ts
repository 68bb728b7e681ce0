/** The most orders whose codes are taken at once: each is asked of the service. */
export const MOST_ORDERS = 50;
/** The most codes that are revealed at once; for more there is the export. */
export const MOST_REVEALED = 200;
