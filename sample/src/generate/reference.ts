import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Compiles a C++20 program of our own, outside any sandbox.
 *
 * @returns the path of the program, inside `into`
 */
export async function compileTrusted(source: string, into: string): Promise<string> {
  const program = path.join(into, path.basename(source, '.cpp'));
  await run('g++', ['-std=c++20', '-O2', '-Wall', '-Wextra', '-o', program, source]);
  return program;
}

/** Result of a trusted program. */
export interface TrustedRun {
  exitCode: number | null;
  stdout: Buffer;
  stderr: string;
}

/** Runs a program of our own, outside any sandbox. */
export function runTrusted(
  program: string,
  args: readonly string[],
  input: Buffer = Buffer.alloc(0),
): Promise<TrustedRun> {
  const { promise, resolve, reject } = Promise.withResolvers<TrustedRun>();
  const child = spawn(program, args);
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  child.on('error', reject);
  child.stdin.on('error', (error: NodeJS.ErrnoException) => {
    // A program may exit before it has read all of its input.
    if (error.code !== 'EPIPE') reject(error);
  });
  child.on('close', (exitCode) =>
    resolve({ exitCode, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() }),
  );
  child.stdin.end(input);
  return promise;
}

/** Returns the answer of the main reference solution. */
export async function referenceAnswer(program: string, input: Buffer): Promise<Buffer> {
  const { exitCode, stdout, stderr } = await runTrusted(program, [], input);
  if (exitCode !== 0) throw new Error(`${program} ended with ${exitCode}: ${stderr}`);
  return stdout;
}
