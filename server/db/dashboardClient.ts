import "server-only";
import { Client } from "pg";
import { dropValues } from "./withoutValues.ts";

type Done = (error: unknown, result?: unknown) => void;

/** A connection that names no value in the error of a failed statement, and knows whether it waits for an answer. */
export class DashboardClient extends Client {
  #unanswered = 0;
  /** Called when a statement has got no answer for `query_timeout`. */
  onSilence: () => void = () => undefined;

  get isWaiting(): boolean {
    return this.#unanswered > 0;
  }

  // The base class has an overload for each form of a statement, and answers by a callback or a promise.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(statement: any, values?: any, callback?: any): any {
    this.#unanswered += 1;
    const end: Done = (error) => {
      this.#unanswered -= 1;
      if (error === null || error === undefined) return;
      dropValues(error, values);
      if (error instanceof Error && error.message === UNANSWERED) this.onSilence();
    };
    const done: unknown = typeof values === "function" ? values : callback;
    if (isDone(done)) {
      const answered: Done = (error, result) => {
        end(error);
        done(error, result);
      };
      return super.query(statement, ...(done === values ? [answered] : [values, answered]));
    }
    return super.query(statement, values).then(
      (result: unknown) => {
        end(null);
        return result;
      },
      (error: unknown) => {
        end(error);
        throw error;
      },
    );
  }
}

/** What the driver says when it gives up waiting. */
const UNANSWERED = "Query read timeout";

function isDone(value: unknown): value is Done {
  return typeof value === "function";
}
