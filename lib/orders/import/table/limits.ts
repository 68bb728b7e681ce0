/** The limits of one import. A larger one is refused with a message, and nothing of it is read. */
export const IMPORT_LIMITS = {
  fileBytes: 20 * 1024 * 1024,
  rows: 100_000,
  columns: 200,
  /** Characters of all cells. */
  characters: 64 * 1024 * 1024,
  /** All parts of a workbook that are read, once unpacked. */
  unpackedBytes: 128 * 1024 * 1024,
  /** How many times larger than its packed size a part may become; small parts are not checked. */
  ratio: 250,
  ratioFrom: 4 * 1024 * 1024,
  /** The most worksheets offered to choose from. */
  sheets: 100,
};
