import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ChangeNoticeSettings, Notices, ReadNotices } from "#lib/contracts/notices/notices.ts";
import { apiPaths } from "#lib/paths.ts";
import { SECOND } from "#lib/time/instant.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

const READ_EVERY = 15 * SECOND;
const FIRST_PAGE: string | null = null;

/** How many notices of this member are unread. */
export function unreadNoticesQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "notices", "unread"],
    queryFn: ({ signal }) => fetchJson(apiPaths.unreadNotices(), { environment, signal }),
    refetchInterval: READ_EVERY,
    staleTime: 5 * SECOND,
  });
}

/** The notices of this member, the latest first. */
export function noticesQuery(environment: Environment) {
  return infiniteQueryOptions({
    queryKey: [environment, "notices", "list"],
    queryFn: ({ pageParam, signal }) => fetchJson(apiPaths.notices(pageParam), { environment, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page: Notices) => page.cursor,
    refetchInterval: READ_EVERY,
  });
}

/** Marks notices as read. Throws a ProblemError. */
export async function readNotices(client: QueryClient, environment: Environment, body: ReadNotices) {
  await fetchJson(apiPaths.readNotices(), { method: "POST", body, environment });
  await client.invalidateQueries({ queryKey: [environment, "notices"] });
}

/** What the member is told of, and how. */
export function noticeSettingsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "settings", "notices"],
    queryFn: ({ signal }) => fetchJson(apiPaths.noticeSettings(), { environment, signal }),
  });
}

/** Changes the settings. Throws a ProblemError. */
export async function changeNoticeSettings(
  client: QueryClient,
  environment: Environment,
  body: ChangeNoticeSettings,
) {
  const settings = await fetchJson(apiPaths.noticeSettings(), {
    method: "PUT",
    body,
    environment,
  });
  client.setQueryData(noticeSettingsQuery(environment).queryKey, settings);
}
