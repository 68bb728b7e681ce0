"use client";

import type { FormEvent, ReactNode } from "react";
import type { Problem } from "#lib/contracts/problem.ts";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Button } from "#components/ui/actions/Button.tsx";

export type FormProps = {
  /** Usually `form.handleSubmit(send)` of react-hook-form. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  /** The form is being submitted: a second press does nothing. Required, so that it cannot be forgotten. */
  loading: boolean;
  /** Why the form was not accepted, or null. Required, so that it cannot be forgotten. */
  submitError: Problem | null;
  /** The text of the button, such as "Add member". */
  submitLabel: string;
  /** Other buttons, before the submit button. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A form with its fields, error message and button. The typed text stays after submitting. */
export function Form({
  onSubmit,
  loading,
  submitError,
  submitLabel,
  actions,
  className,
  children,
}: FormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!loading) void onSubmit(event);
  }
  return (
    // Without scripts, the browser sends what was typed in a request body and not in an address: it can be a password.
    <form
      method="post"
      noValidate
      onSubmit={submit}
      aria-busy={loading}
      className={className ?? "flex flex-col gap-4"}
    >
      {children}
      {submitError ? <SubmitError problem={submitError} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        {actions}
        <Button type="submit" variant="primary" loading={loading}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** The error message, scrolled into view, with the request ID. */
export function SubmitError({ problem }: { problem: Problem }) {
  return (
    <div key={problem.requestId} ref={scrollIntoView}>
      <Banner tone="refused" live="alert" title={problem.service?.message ?? problem.detail}>
        {problem.service && problem.detail !== problem.service.message ? <p>{problem.detail}</p> : null}
        {problem.requestId ? (
          <p className="text-[0.8125rem] text-ink-soft">
            Request ID:{" "}
            <code translate="no" className="font-mono">
              {problem.requestId}
            </code>
          </p>
        ) : null}
      </Banner>
    </div>
  );
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
