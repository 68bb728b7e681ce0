import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type {
  DateAnswer,
  EditScheduleRequest,
  MakeScheduleRequest,
  ScheduleChange,
  SchedulesView,
} from "#lib/contracts/orders/schedules.ts";
import { apiPaths } from "#lib/paths.ts";
import { SECOND } from "#lib/time/instant.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** How often the page asks what became of a date that is being ordered. */
const WHILE_ORDERING_MS = 2 * SECOND;

/** The team's schedules. */
export function schedulesQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "schedules"],
    queryFn: ({ signal }) => fetchJson(apiPaths.schedules(), { environment, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isOrdering(data) ? WHILE_ORDERING_MS : false,
  });
}

function isOrdering({ schedules }: SchedulesView): boolean {
  return schedules.some(({ past }) => past.some(({ state }) => state === "ordering"));
}

/** Throws a ProblemError, with `fields.name` if the name is the problem, and `lines`. */
export async function makeSchedule(
  client: QueryClient,
  environment: Environment,
  body: MakeScheduleRequest,
): Promise<void> {
  remember(client, environment, await fetchJson(apiPaths.schedules(), { method: "POST", body, environment }));
}

/** Throws a ProblemError, with `fields.name` if the name is the problem. */
export async function editSchedule(
  client: QueryClient,
  environment: Environment,
  { scheduleId, ...body }: EditScheduleRequest & { scheduleId: string },
): Promise<void> {
  const path = apiPaths.schedule(scheduleId);
  remember(client, environment, await fetchJson(path, { method: "PUT", body, environment }));
}

/** Throws a ProblemError. */
export async function changeSchedule(
  client: QueryClient,
  environment: Environment,
  { scheduleId, change }: { scheduleId: string; change: ScheduleChange },
): Promise<void> {
  const path = apiPaths.schedule(scheduleId);
  remember(client, environment, await fetchJson(path, { method: "PATCH", body: { change }, environment }));
}

/** Throws a ProblemError. */
export async function skipDate(
  client: QueryClient,
  environment: Environment,
  { scheduleId, day, skipped }: { scheduleId: string; day: string; skipped: boolean },
): Promise<void> {
  const path = apiPaths.scheduleDate(scheduleId, day);
  remember(client, environment, await fetchJson(path, { method: "PUT", body: { skipped }, environment }));
}

/** Throws a ProblemError. */
export async function answerDate(
  client: QueryClient,
  environment: Environment,
  { scheduleId, day, answer }: { scheduleId: string; day: string; answer: DateAnswer },
): Promise<void> {
  const path = apiPaths.scheduleDate(scheduleId, day);
  remember(client, environment, await fetchJson(path, { method: "POST", body: { answer }, environment }));
}

function remember(client: QueryClient, environment: Environment, view: SchedulesView): void {
  client.setQueryData(schedulesQuery(environment).queryKey, view);
}
