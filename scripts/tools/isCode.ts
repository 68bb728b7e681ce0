/** Whether an error has the code, such as "ENOENT". */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
