"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { describeOrder } from "#lib/text/describeOrder.ts";
import { actOnOrder, rememberOrder } from "#lib/queries/orders/orders.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { SubmitError } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { WalletBalance } from "#components/orders/builder/review/WalletBalance.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextArea } from "#components/ui/inputs/TextArea.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { BudgetsOfOrder } from "./BudgetsOfOrder.tsx";
import { RequesterSpend } from "./RequesterSpend.tsx";
import { afterRefusal } from "./afterRefusal.ts";

const CONSEQUENCE: Record<Environment, string> = {
  sandbox: "We check its prices once more and send it at once. No real money is charged.",
  production: "We check its prices once more and send it at once. It charges the wallet.",
};

export type ApproveDialogProps = { reference: string; order: OrderView; open: boolean; onClose: () => void };

/** Asks whether to approve an order, and says what is bought. */
export function ApproveDialog({ reference, order, open, onClose }: ApproveDialogProps) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { zone } = useTimes();
  const mayReadWallet = usePermission("wallet.read");
  const stepUp = useStepUp();
  const [comment, setComment] = useState("");
  const said = comment.trim() === "" ? {} : { comment: comment.trim() };
  const approve = useMutation({
    mutationFn: () => stepUp.run(() => actOnOrder(environment, reference, "approve", said)),
    onSuccess: async (approved) => {
      await rememberOrder(client, environment, reference, approved);
      close();
    },
    onError: (error) => afterRefusal(client, environment, { reference, action: "approve", error, zone }),
  });
  function close() {
    approve.reset();
    onClose();
  }
  const amount = order.price === null ? "" : ` · ${formatAmount(order.price, order.currency)}`;
  return (
    <>
      <Modal
        open={open}
        onClose={close}
        locked={approve.isPending}
        title="Approve this order?"
        description={CONSEQUENCE[environment]}
        footer={
          <>
            <Button onClick={close} disabled={approve.isPending}>
              Cancel
            </Button>
            <Button variant="primary" loading={approve.isPending} onClick={() => approve.mutate()}>
              <span>
                Approve order<span translate="no">{amount}</span>
              </span>
            </Button>
          </>
        }
      >
        <p translate="no">{describeOrder(order)}</p>
        {order.placedBy === null ? null : (
          <>
            <p className="text-ink-soft">
              Requested by <bdi translate="no">{order.placedBy}</bdi>
            </p>
            {open ? (
              <RequesterSpend environment={environment} reference={reference} currency={order.currency} />
            ) : null}
          </>
        )}
        {mayReadWallet && order.currency !== null ? (
          <div className="mt-3 border-t border-line pt-3">
            <WalletBalance
              environment={environment}
              currency={order.currency}
              total={order.price}
              showsDays
            />
          </div>
        ) : null}
        {open ? <BudgetsOfOrder environment={environment} reference={reference} /> : null}
        <Field label="Comment" hint="Shown in the timeline." className="mt-3">
          {(control) => (
            <TextArea
              {...control}
              maxLength={500}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
        </Field>
        {approve.error ? <Refusal problem={asProblem(approve.error)} order={order} /> : null}
      </Modal>
      {stepUp.dialog}
    </>
  );
}

/** Why it was not approved, and what has changed on which line. */
function Refusal({ problem, order }: { problem: Problem; order: OrderView }) {
  return (
    <div className="mt-4">
      <SubmitError problem={problem} />
      <ul className="mt-2 list-disc ps-5">
        {problem.lines?.map(({ index, productId, message }) => (
          <li key={index}>
            <bdi translate="no">{order.lines[index]?.productName ?? `Product ${productId}`}</bdi>: {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
