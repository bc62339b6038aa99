/** Writes a line for the operator. Progress goes to standard output, `warn` to standard error. */
export const say = (line: string) => void process.stdout.write(`${line}\n`);
export const warn = (line: string) => void process.stderr.write(`${line}\n`);

// The terminal may be closed, or the reader of a pipe gone, while the site stops: lines are lost, the stop goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
