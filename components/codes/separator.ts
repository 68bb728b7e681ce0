/** What separates the cells of a CSV file where people speak this language: a semicolon where the comma is in numbers. */
export function separatorOf(language: string): "," | ";" {
  try {
    return new Intl.NumberFormat(language).format(1.5).includes(",") ? ";" : ",";
  } catch {
    return ",";
  }
}
