import { type CheerioAPI, load } from 'cheerio/slim';
import { DomHandler, Parser } from 'htmlparser2';
import { drift } from '#failures.ts';

/** Bounds of a page: a real one is far below, and reading takes time that grows with depth times elements. */
const MAX_DEPTH = 256;
const MAX_ELEMENTS = 100_000;
/** Most nodes side by side. */
const MAX_SIBLINGS = 10_000;
/**
 * Most comparisons of a search below every element: each looks for each of its children, and for all that the child lies in,
 * among all the children. A thousand million take half a second.
 */
const MAX_COMPARISONS = 1_000_000_000;

/**
 * Reads a page or a fragment of one. The parser is linear in the length, names of tags and attributes come in lower case.
 *
 * @param beyond makes the error of one that is beyond the bounds
 */
export function readHtml(html: string, beyond = () => drift('it is too deep or too long')): CheerioAPI {
  const handler = new BoundedHandler(beyond);
  const parser = new Parser(handler, { decodeEntities: true });
  parser.end(html);
  // HTML that is written again keeps its letters: numbers of characters would make it eight times as long.
  return load(handler.dom, { xml: { xmlMode: false, encodeEntities: 'utf8' } });
}

class BoundedHandler extends DomHandler {
  readonly #beyond: () => Error;
  #elements = 0;
  #comparisons = 0;

  constructor(beyond: () => Error) {
    super();
    this.#beyond = beyond;
  }

  protected override addNode(node: Parameters<DomHandler['addNode']>[0]): void {
    this.#elements += 1;
    const siblings = this.tagStack.at(-1)?.children.length ?? 0;
    this.#comparisons += siblings * this.tagStack.length;
    if (this.#elements > MAX_ELEMENTS || siblings >= MAX_SIBLINGS || this.#comparisons > MAX_COMPARISONS) {
      throw this.#beyond();
    }
    super.addNode(node);
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > MAX_DEPTH) throw this.#beyond();
    super.onopentag(name, attributes);
  }
}

export type { CheerioAPI };
