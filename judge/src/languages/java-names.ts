import { javaTokens } from '#languages/java-tokens.ts';

/** Names that Java's compiler and virtual machine need. */
export interface JavaNames {
  /** Name of the file; a public class must lie in a file of its name. */
  fileName: string;
  /** Class with `main`, with its package. */
  mainClass: string;
}

/** Only ASCII names are accepted, since they become a file name and an argument. */
const NAME = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
const NAMES_MAX = 255;
const KINDS_OF_TYPE = new Set(['class', 'interface', 'enum', 'record']);
/** Modifiers between `static` and `void main`, and between `public` and the kind of a type. */
const MODIFIERS = new Set(['public', 'final', 'abstract', 'strictfp', 'sealed']);

interface Outline {
  packageName: string | null;
  /** First public type outside of all others. */
  publicType: string | null;
  /** Outermost type that contains the main method, else the last one. */
  mainType: string | null;
  hasMain: boolean;
}

/**
 * Finds the public class and the class with `main` in a source of one file, in linear time.
 * Names with other letters than ASCII fall back to `Main`.
 */
export function javaNames(text: string): JavaNames {
  const { packageName, publicType, mainType } = outlineOf(text);
  const main = mainType ?? 'Main';
  return {
    fileName: `${publicType ?? main}.java`.replaceAll('$', '_'),
    mainClass: packageName === null ? main : `${packageName}.${main}`,
  };
}

/** Whether a source has the main method at which a program starts. */
export function hasMain(text: string): boolean {
  return outlineOf(text).hasMain;
}

/** Reads the tokens once, with a memory of the last few. */
function outlineOf(text: string): Outline {
  const outline: Outline = { packageName: null, publicType: null, mainType: null, hasMain: false };
  const header = packageReader();
  const methods = mainMethodReader();
  let depth = 0;
  let isPublic = false;
  let previous = '';
  for (const token of javaTokens(text)) {
    outline.packageName ??= header(token);
    if (methods(token)) {
      outline.hasMain = true;
      // Types after the main method do not contain it.
      if (outline.publicType !== null) break;
    }
    if (depth === 0 && KINDS_OF_TYPE.has(previous) && isName(token)) {
      if (!outline.hasMain) outline.mainType = token;
      if (isPublic) outline.publicType ??= token;
    }
    if (depth === 0) isPublic = token === 'public' || (isPublic && isOfDeclaration(token));
    if (token === '{') depth += 1;
    else if (token === '}') depth = Math.max(0, depth - 1);
    previous = token;
  }
  return outline;
}

const isName = (token: string) => token.length <= NAMES_MAX && NAME.test(token);
const isOfDeclaration = (token: string) => MODIFIERS.has(token) || KINDS_OF_TYPE.has(token);

/** Makes a reader that returns the name of the package once its declaration has ended. */
function packageReader(): (token: string) => string | null {
  let name: string | null = null;
  return (token) => {
    if (token === 'package') name = '';
    else if (name === null) return null;
    else if (token === ';') return name === '' ? null : name;
    else if (name.length < NAMES_MAX && (token === '.' || isName(token))) name += token;
    else name = null;
    return null;
  };
}

/**
 * Makes a reader that returns true at the bracket of `static void main(`, with modifiers between the first two words.
 */
function mainMethodReader(): (token: string) => boolean {
  let words = 0;
  return (token) => {
    if (token === 'static') words = 1;
    else if (words === 1 && MODIFIERS.has(token)) return false;
    else if (token === ['', 'void', 'main', '('][words] && words > 0) words += 1;
    else words = 0;
    return words === 4;
  };
}
