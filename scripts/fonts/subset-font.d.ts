/** The part of the package that this project uses; it has no types of its own. */
declare module "subset-font" {
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      targetFormat: "woff2";
      variationAxes: Record<string, { min: number; max: number; default: number }>;
      keepFeatures: readonly string[];
    },
  ): Promise<Buffer>;
}
