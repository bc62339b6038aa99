type Listener = (line: string, level: 'info' | 'warn') => void;

let listener: Listener = () => {};

/** Passes every line on as well, to the console of the site's admins. */
export function onSaid(newListener: Listener): void {
  listener = newListener;
}

/** Writes a line for the operator. Progress goes to standard output, `warn` to standard error. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
  listener(line, 'info');
}

export function warn(line: string): void {
  process.stderr.write(`${line}\n`);
  listener(line, 'warn');
}

// The terminal may be closed, or the reader of a pipe gone, while the site stops: lines are lost, the stop goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
