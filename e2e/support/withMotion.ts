/** For journeys that see transitions as most people do: `test.use(WITH_MOTION)`. */
export const WITH_MOTION = { contextOptions: { reducedMotion: "no-preference" } } as const;
