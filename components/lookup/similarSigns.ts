/** Why a similar code was found: the signs that a search takes for each other (lib/codes/searchableValue.ts). */
export const SIMILAR_SIGNS = "O and 0, I, l and 1, B and 8 or S and 5 may have been mistaken for each other.";
