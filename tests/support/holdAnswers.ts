import type { Program } from "#server/context/context.ts";

/** The same program, which gets no answer to what it orders until `release`, though the service has given it. */
export function holdAnswers(program: Program): { program: Program; release: () => void } {
  const client = program.services.sandbox;
  if (client === undefined) throw new Error("no client");
  const released = Promise.withResolvers<void>();
  const placeOrder: typeof client.placeOrder = async (...call) => {
    const answer = await client.placeOrder(...call);
    await released.promise;
    return answer;
  };
  return {
    program: { ...program, services: { sandbox: { ...client, placeOrder } } },
    release: () => released.resolve(),
  };
}
