import { onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { makeQueryClient } from "./queryClient.ts";

describe("a read that failed because there was no network", () => {
  afterEach(() => onlineManager.setOnline(true));

  it("is made again once the network is back, and one that was answered is not", async () => {
    const client = makeQueryClient();
    client.mount();
    onlineManager.setOnline(false);
    const asked = { failed: 0, answered: 0 };
    const failing = new QueryObserver(client, {
      queryKey: ["failed"],
      queryFn: () => {
        asked.failed += 1;
        if (onlineManager.isOnline()) return "back";
        throw new TypeError("offline");
      },
    });
    const answered = new QueryObserver(client, {
      queryKey: ["answered"],
      queryFn: () => (asked.answered += 1),
      staleTime: 0,
    });
    const ends = [failing.subscribe(() => undefined), answered.subscribe(() => undefined)];
    await vi.waitFor(() => expect(failing.getCurrentResult().isError).toBe(true));
    await vi.waitFor(() => expect(answered.getCurrentResult().isSuccess).toBe(true));
    onlineManager.setOnline(true);
    await vi.waitFor(() => expect(failing.getCurrentResult()).toMatchObject({ data: "back", error: null }));
    expect(asked).toEqual({ failed: 2, answered: 1 });
    for (const end of ends) end();
    client.unmount();
  });
});
