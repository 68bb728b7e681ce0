/** The value for `document.cookie` of a cookie that the browser keeps for a year, for every page. */
export function keptCookie(name: string, value: string): string {
  return `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
}
