/** The parameter of `POST /api/auth/signin/oidc` that has the identity provider ask the member again. */
export const REAUTHENTICATE = "reauthenticate";
