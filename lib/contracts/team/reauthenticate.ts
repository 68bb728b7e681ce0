/** The parameter of `POST /api/auth/signin/oidc` that makes the identity provider authenticate the member again. */
export const REAUTHENTICATE = "reauthenticate";
