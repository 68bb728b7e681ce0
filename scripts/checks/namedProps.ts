type Context = { report(problem: { node: unknown; message: string }): void };

/**
 * The linter's rule `props/named`: properties of a component are written one by one. TypeScript accepts a property that the component
 * doesn't have if it is spread from an object (`{...{ draft, edit }}`).
 */
export default {
  meta: { name: "props" },
  rules: {
    named: {
      create(context: Context) {
        return {
          JSXSpreadAttribute(node: { argument: { type: string } }): void {
            if (node.argument.type === "ObjectExpression")
              context.report({ node, message: "Write each property by its name: draft={draft}." });
          },
        };
      },
    },
  },
};
