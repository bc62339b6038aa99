import type { MarkdownNode } from '#features/problems/statement/glue-formulas.ts';

/** Maximum nesting of elements. Later steps of the pipeline recurse once or more per level. */
const MAX_DEPTH = 120;
const MAX_NODES = 40_000;

/**
 * A step of the Markdown pipeline that ends it when the tree is deeper or larger than a page can draw.
 *
 * @throws {RangeError} when the tree exceeds a bound
 */
export function boundTree() {
  return (root: MarkdownNode) => {
    let nodes = 0;
    const rest = [{ node: root, depth: 1 }];
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const { node, depth } = next;
      nodes += 1;
      if (depth > MAX_DEPTH || nodes > MAX_NODES) throw new RangeError('The text is nested too deeply');
      for (const child of node.children ?? []) rest.push({ node: child, depth: depth + 1 });
    }
  };
}
