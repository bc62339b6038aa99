/** Tells the operator one line. Progress goes to standard output, `warn` to standard error. */
export const say = (line: string) => void process.stdout.write(`${line}\n`);
export const warn = (line: string) => void process.stderr.write(`${line}\n`);
