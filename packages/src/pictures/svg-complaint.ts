import sax from 'sax';

/*
 * A small SVG can keep a browser busy for ever: by entities, by copies of copies, by huge pictures inside. Scripts and
 * addresses in it are harmless where an `img` shows it; work is not, so it is counted here.
 */

const MAX_DEPTH = 100;
/** Elements and attributes together. */
const MAX_NODES = 100_000;
/** Elements that are drawn, those that others refer to counted as often as they are. */
const MAX_DRAWN = 200_000;
/** References that lead from one to the next. */
const MAX_CHAIN = 50;
const NAMESPACE = 'http://www.w3.org/2000/svg';

interface Drawn {
  children: Drawn[];
  /** Ids of the elements that it shows, too. */
  refersTo: string[];
  /** Number of elements that are drawn for it; `undefined` until counted. */
  total?: number;
}

class Refusal extends Error {}

/**
 * Returns the reason why an SVG is not shown; null for one that is. Takes time linear in its length.
 *
 * @param complaintAbout judges a PNG or JPEG that lies inside
 */
export function svgComplaint(
  content: Buffer,
  complaintAbout: (picture: Buffer) => string | null,
): string | null {
  try {
    const { root, byId } = parse(content.toString('utf8').replace(/^\uFEFF/, ''), complaintAbout);
    countDrawn(root, byId, 0);
    return null;
  } catch (error) {
    // The parser itself fails at attributes named like properties of its own objects.
    return error instanceof Refusal ? error.message : 'it is no picture that browsers show';
  }
}

function parse(text: string, complaintAbout: (picture: Buffer) => string | null) {
  const parser = sax.parser(true);
  const open: Drawn[] = [];
  const byId = new Map<string, Drawn>();
  let root: Drawn | null = null;
  let nodes = 0;
  const count = () => {
    nodes += 1;
    if (nodes > MAX_NODES) throw new Refusal(`it has more than ${MAX_NODES} elements and attributes`);
  };
  parser.onerror = () => {
    throw new Refusal('it is neither PNG nor JPEG nor well-formed SVG');
  };
  parser.ondoctype = (doctype) => {
    if (doctype.includes('[')) throw new Refusal('it declares entities of its own');
  };
  parser.onattribute = count;
  parser.onopentag = ({ name, attributes }) => {
    count();
    if (open.length === MAX_DEPTH) throw new Refusal(`it nests elements deeper than ${MAX_DEPTH}`);
    const values = Object.entries(attributes as Record<string, string>);
    if (!root && !isRoot(name, values)) throw new Refusal('its first element is no <svg> of SVG');
    const element: Drawn = { children: [], refersTo: values.flatMap(references) };
    for (const [, value] of values.filter(([key]) => isHref(key))) requireModest(value, complaintAbout);
    for (const [, id] of values.filter(([key]) => key === 'id')) if (!byId.has(id)) byId.set(id, element);
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  };
  parser.onclosetag = () => void open.pop();
  parser.write(text).close();
  if (!root) throw new Refusal('it is empty');
  return { root: root as Drawn, byId };
}

const isRoot = (name: string, attributes: readonly (readonly [string, string])[]) =>
  attributes.some(
    ([key, value]) =>
      value === NAMESPACE &&
      (name === 'svg' ? key === 'xmlns' : name.endsWith(':svg') && key === `xmlns:${name.slice(0, -4)}`),
  );

const isHref = (key: string) => key === 'href' || key.endsWith(':href');

/** Ids that an attribute refers to: `#a` of a copy, `url(#a)` of a pattern, mask, marker or clip. */
function references([key, value]: [string, string]): string[] {
  if (isHref(key)) return value.startsWith('#') ? [value.slice(1)] : [];
  const ids: string[] = [];
  // The search goes on behind what it has read, so that an attribute of megabytes is read once.
  for (let at = value.indexOf('url('); at >= 0; ) {
    const end = value.indexOf(')', at);
    if (end < 0) break;
    const hash = value.slice(at + 4, at + 6).indexOf('#');
    if (hash >= 0) ids.push(value.slice(at + 5 + hash, end).replace(/["']$/, ''));
    at = value.indexOf('url(', end);
  }
  return ids;
}

/** Pictures inside are PNG or JPEG within the bounds of pictures; addresses are not asked for by an `img`. */
function requireModest(address: string, complaintAbout: (picture: Buffer) => string | null): void {
  if (!address.trimStart().toLowerCase().startsWith('data:')) return;
  const complaint = complaintAbout(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'));
  if (complaint !== null) throw new Refusal(`of a picture inside: ${complaint}`);
}

function countDrawn(element: Drawn, byId: ReadonlyMap<string, Drawn>, chain: number): number {
  if (element.total !== undefined) return element.total;
  if (chain > MAX_CHAIN) throw new Refusal('its elements refer to each other in a long chain or a circle');
  let total = 1;
  for (const child of element.children) total += countDrawn(child, byId, chain);
  for (const id of element.refersTo) {
    const shown = byId.get(id);
    if (shown) total += countDrawn(shown, byId, chain + 1);
    if (total > MAX_DRAWN) throw new Refusal(`it draws more than ${MAX_DRAWN} elements by copies`);
  }
  element.total = total;
  return total;
}
