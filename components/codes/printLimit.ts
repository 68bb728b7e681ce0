/** More cards than these are no sheet that somebody cuts up. */
export const PRINT_AT_MOST = 500;
