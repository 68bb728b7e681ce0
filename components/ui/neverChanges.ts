/** For `useSyncExternalStore`: subscribes to something of which no change has to be noticed. */
export const neverChanges = () => () => {};
