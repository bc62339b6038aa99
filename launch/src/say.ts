type Listener = (line: string, level: 'info' | 'warn') => void;

let listener: Listener = () => {};

/** Passes every line on as well, to the console of the site's admins. */
export function onSaid(newListener: Listener): void {
  listener = newListener;
}

/** Control characters without tab and line feed. */
const CONTROL = /(?![\t\n])\p{Cc}/gu;

/**
 * Text as a terminal may show it: names out of packages, and what compilers and outside systems say, come with it, and a
 * terminal obeys control characters.
 */
export const forTerminal = (text: string): string => text.replace(CONTROL, '\ufffd');

/** Writes a line for the operator. Progress goes to standard output, `warn` to standard error. */
export function say(line: string): void {
  const shown = forTerminal(line);
  process.stdout.write(`${shown}\n`);
  listener(shown, 'info');
}

export function warn(line: string): void {
  const shown = forTerminal(line);
  process.stderr.write(`${shown}\n`);
  listener(shown, 'warn');
}

// The terminal may be closed, or the reader of a pipe gone, while the site stops: lines are lost, the stop goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
