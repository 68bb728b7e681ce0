import type { OrderDraftView, TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import type { ReviewOrder } from "./review.ts";
import type { SentOrder } from "./useSend.ts";

/** Why the service rejected a line as it was sent; removed as soon as the line is changed. */
export type RejectedLine = {
  line: Omit<TypedLine, "id">;
  messages: readonly string[];
  /** The currency of the order: amounts in the messages are in its minor units. */
  currency: string | null;
};

/** The messages of rejected orders about their lines, as these were sent. */
export function rejectionsOf(review: readonly ReviewOrder[], sent: readonly SentOrder[]): RejectedLine[] {
  return sent.flatMap((outcome) => {
    if (outcome.kind !== "refused") return [];
    const order = review.find(({ confirmationId }) => confirmationId === outcome.confirmationId);
    const { lines = [], request } = order ?? {};
    return lines.flatMap((line, index) => {
      const messages = (outcome.problem.lines ?? []).flatMap((each) =>
        each.index === index ? each.message : [],
      );
      return messages.length === 0
        ? []
        : { line, messages: [...new Set(messages)], currency: request?.currency ?? null };
    });
  });
}

/** The same for a draft that copies a rejected order: the messages apply to its lines as long as they are unchanged. */
export function rejectionsOfOrigin(origin: OrderDraftView["origin"]): RejectedLine[] {
  const rejection = origin?.rejection;
  if (!rejection) return [];
  const byLine = Map.groupBy(rejection.lines, ({ line }) => keyOf(line));
  return [...byLine.values()].flatMap((said) => {
    const [first] = said;
    if (first === undefined) return [];
    const messages = [...new Set(said.map(({ message }) => message))];
    return [{ line: first.line, messages, currency: rejection.currency }];
  });
}

/** The messages about a line, as long as nothing in it has changed. */
export function rejectionOf(rejections: readonly RejectedLine[], line: TypedLine): RejectedLine | null {
  if (rejections.length === 0) return null;
  const key = keyOf(line);
  return rejections.find((each) => keyOf(each.line) === key) ?? null;
}

function keyOf({ productId, amount, quantity, countryCode }: Omit<TypedLine, "id">): string {
  return JSON.stringify([productId, amount, quantity, countryCode]);
}
