/** A table that cannot be read at all; the message says why and what to do. */
export class ImportRefusal extends Error {
  override readonly name = "ImportRefusal";
}
