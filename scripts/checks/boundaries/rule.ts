import { relative, sep } from "node:path";
import { judgeImport } from "./judgeImport.ts";

/** The part of a syntax node that an import has in all its forms. */
type Importing = { source?: { type: string; value?: unknown } | null };
type Context = { filename: string; cwd: string; report(problem: { node: unknown; message: string }): void };

/** The linter's rule `boundaries/imports`: every import is judged by the table beside this file. */
export default {
  meta: { name: "boundaries" },
  rules: {
    imports: {
      create(context: Context) {
        const file = relative(context.cwd, context.filename).split(sep).join("/");
        const judge = ({ source }: Importing): void => {
          if (typeof source?.value !== "string") return;
          const message = judgeImport(file, source.value);
          if (message !== null) context.report({ node: source, message });
        };
        return {
          ImportDeclaration: judge,
          ExportNamedDeclaration: judge,
          ExportAllDeclaration: judge,
          ImportExpression: judge,
          TSImportType: judge,
        };
      },
    },
  },
};
