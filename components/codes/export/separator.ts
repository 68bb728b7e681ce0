/** The separator of CSV files for a language: a semicolon where numbers contain commas. */
export function separatorOf(language: string): "," | ";" {
  try {
    return new Intl.NumberFormat(language).format(1.5).includes(",") ? ";" : ",";
  } catch {
    return ",";
  }
}
