"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { callDespiteWait, serviceStateQuery } from "#lib/queries/serviceState.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { toast } from "#components/ui/feedback/toast.ts";

/** Makes one call although the service has asked to wait: nothing else ends a wait that is a mistake. */
export function TryOneCall({ waitingUntil }: { waitingUntil: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const call = useMutation({
    mutationFn: () => callDespiteWait(environment, { waitingUntil }),
    onSuccess: (state) => {
      client.setQueryData(serviceStateQuery(environment).queryKey, state);
      if (state.waitingUntil === null) toast("The service answers again", { tone: "done" });
      else toast("The service still asks to wait, or didn't answer", { tone: "refused" });
    },
    onError: (error) => {
      toast("The call wasn't made", { tone: "refused", detail: asProblem(error).detail });
      void client.invalidateQueries({ queryKey: serviceStateQuery(environment).queryKey });
    },
  });
  return (
    <Button size="small" loading={call.isPending} onClick={() => call.mutate()}>
      Try one call now
    </Button>
  );
}
