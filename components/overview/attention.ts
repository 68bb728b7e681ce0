import { statesWhere } from "#lib/orders/lifecycle/states.ts";

/** Orders whose outcome a person should know about, or act on. Server and browser ask for the same. */
export const ATTENTION = { state: statesWhere(({ needsAttention }) => needsAttention) };
