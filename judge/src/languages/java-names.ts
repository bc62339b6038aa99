/** Names that Java wants us to know before it compiles. */
export interface JavaNames {
  /** A public class must live in a file of its name. */
  fileName: string;
  /** The class with `main`, with its package. */
  mainClass: string;
}

const IDENTIFIER = '[A-Za-z_$][A-Za-z0-9_$]*';
const PACKAGE = new RegExp(`^\\s*package\\s+(${IDENTIFIER}(?:\\s*\\.\\s*${IDENTIFIER})*)\\s*;`, 'm');
const TYPE = new RegExp(`\\b(?:class|interface|enum|record)\\s+(${IDENTIFIER})`, 'g');
const PUBLIC_TYPE = new RegExp(
  `\\bpublic\\s+(?:(?:final|abstract|strictfp|sealed)\\s+)*(?:class|interface|enum|record)\\s+(${IDENTIFIER})`,
);
const MAIN_METHOD = /\bstatic\s+(?:final\s+)?(?:public\s+)?(?:final\s+)?void\s+main\s*\(/;

/**
 * Finds the public class and the class with `main` in a source of one file.
 * Only ASCII names are taken, since they become a file name and an argument; others fall back to `Main`.
 */
export function javaNames(text: string): JavaNames {
  const code = withoutCommentsAndStrings(text);
  const packageName = PACKAGE.exec(code)?.[1]?.replaceAll(/\s+/g, '');
  const main = classOfMain(code);
  const publicType = PUBLIC_TYPE.exec(outermost(code))?.[1];
  return {
    fileName: `${publicType ?? main}.java`.replaceAll('$', '_'),
    mainClass: packageName ? `${packageName}.${main}` : main,
  };
}

/** Whether a source has the method that a program starts with. */
export function hasMain(text: string): boolean {
  return MAIN_METHOD.test(withoutCommentsAndStrings(text));
}

/** The outermost type in front of the main method: a nested helper may be declared between the two. */
function classOfMain(code: string): string {
  const mainAt = MAIN_METHOD.exec(code)?.index ?? code.length;
  const before = outermost(code, mainAt);
  return [...before.matchAll(TYPE)].at(-1)?.[1] ?? 'Main';
}

/** What stands outside all braces, up to a place; so only top-level declarations are left. */
function outermost(code: string, end = code.length): string {
  let depth = 0;
  let text = '';
  for (const character of code.slice(0, end)) {
    if (character === '{') depth += 1;
    else if (character === '}') depth = Math.max(0, depth - 1);
    else if (depth === 0) text += character;
  }
  return text;
}

const COMMENT_OR_STRING =
  /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;

function withoutCommentsAndStrings(text: string): string {
  return text.replaceAll(COMMENT_OR_STRING, ' ');
}
