import type { OutsideServerType } from '@balloon/domain/outside/outside-systems.ts';

/** Simplest problem of a system, by which sends are tried. */
const SIMPLEST: Readonly<Partial<Record<OutsideServerType, string>>> = {
  timus: '1000',
  acmp: '1',
  cf: 'archive:4A',
  sgu: '100',
};

/** Problem that is offered for a trial. @param first first problem of the server that the site has */
export const offeredProblem = (system: OutsideServerType, first: string | null): string =>
  SIMPLEST[system] ?? first ?? '';

const SUM = {
  c_cpp: `#include <iostream>

int main() {
  long long a, b;
  std::cin >> a >> b;
  std::cout << a + b << std::endl;
}
`,
  python: `import sys

a, b = map(int, sys.stdin.read().split()[:2])
print(a + b)
`,
};

const WATERMELON = {
  c_cpp: `#include <iostream>

int main() {
  int weight;
  std::cin >> weight;
  std::cout << (weight > 2 && weight % 2 == 0 ? "YES" : "NO") << std::endl;
}
`,
  python: `weight = int(input())
print("YES" if weight > 2 and weight % 2 == 0 else "NO")
`,
};

const SOLUTIONS: Readonly<Record<string, typeof SUM>> = {
  'timus 1000': SUM,
  'acmp 1': SUM,
  'cf archive:4A': WATERMELON,
  'sgu 100': SUM,
};

export interface Wanted {
  system: OutsideServerType;
  foreignId: string;
  /** `family` of the language. */
  family: string;
}

/**
 * Own solution of a simple problem; empty for others. Its first line is a comment of its own, since some systems refuse
 * the same source twice.
 *
 * @param mark text that no earlier source has
 */
export function readySolution({ system, foreignId, family }: Wanted, mark: string): string {
  const sources = SOLUTIONS[`${system} ${foreignId.trim()}`];
  if (!sources || (family !== 'c_cpp' && family !== 'python')) return '';
  return `${family === 'python' ? '#' : '//'} ${mark}\n${sources[family]}`;
}
