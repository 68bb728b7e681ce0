import "server-only";
import type { WalletReading } from "#lib/contracts/money/wallet.ts";
import type { Pointers } from "#lib/json/pointer.ts";
import type { OrderAnswer, ProductListing, ProductRecord } from "#server/serviceClient/readers/answers.ts";
import { describeShape, LONGEST_SHAPE } from "#server/serviceClient/readers/describeShape.ts";
import { readOrder, type HowToRead } from "#server/serviceClient/readers/order.ts";
import { readProductRecord } from "#server/serviceClient/readers/product.ts";
import { readProductListing } from "#server/serviceClient/readers/productListing.ts";
import { readWallet } from "#server/serviceClient/readers/wallet.ts";

/** What the answer of each operation is read as. */
export type Answers = {
  wallet: WalletReading;
  products: ProductListing;
  product: ProductRecord;
  place: OrderAnswer;
  order: OrderAnswer;
};
export type Operation = keyof Answers;

/** What a reader has to know besides the answer: plain data, because the answer may be read in another thread. */
export type ReadingOf = {
  wallet: { pointers: Pointers };
  products: { pointers: Pointers; skip: number };
  product: { productId: number };
  place: HowToRead;
  order: HowToRead;
};

type Reader<O extends Operation> = {
  /** Null if the answer has another shape. */
  read(json: unknown, reading: ReadingOf[O]): Answers[O] | null;
  whyUnreadable(json: unknown, reading: ReadingOf[O]): string;
};

const whyUnreadable = () => "Outcome unknown: the answer has an unexpected shape.";

/** How the 2xx answer of each operation is read. */
export const ANSWER_READERS: { [O in Operation]: Reader<O> } = {
  wallet: { read: (json, { pointers }) => readWallet(json, pointers.wallet), whyUnreadable },
  products: {
    read: (json, { skip, pointers }) => readProductListing(json, skip, pointers),
    whyUnreadable: (json, { pointers }) => whyNoListing(json, pointers),
  },
  product: { read: (json, { productId }) => matching(readProductRecord(json), productId), whyUnreadable },
  place: { read: (json, how) => accepted(readOrder(json, how)), whyUnreadable },
  order: { read: readOrder, whyUnreadable },
};

/** A 2xx answer with an order id counts as accepted (docs/architecture.md#the-life-of-an-order). */
function accepted(answer: OrderAnswer | null): OrderAnswer | null {
  return answer?.report.orderId === null ? null : answer;
}

/** Null if the answer is about another product than the one requested. */
function matching(record: ProductRecord | null, productId: number): ProductRecord | null {
  return record?.product.id === productId ? record : null;
}

const NO_LISTING = "The service's answer has no list of products that can be read, or more than one.";

/** Shows the shape of the answer (names and types without values), and says which variable tells where the list is. */
function whyNoListing(json: unknown, { catalog }: Pointers): string {
  const advice =
    catalog === undefined
      ? "Set SERVICE_CATALOG_POINTER to where the list of products is."
      : "There is no list of products where SERVICE_CATALOG_POINTER says.";
  return [NO_LISTING, advice, `The answer: ${describeShape(json).slice(0, LONGEST_SHAPE)}`].join("\n");
}
