import { isAbsolute, relative, sep } from 'node:path';
import type { Field } from '#sandbox/helper-process.ts';
import type { PairedRequest, RowRequest, RowStep, RunRequest } from '#sandbox/sandbox.ts';

/** Both kinds of run, each with the fields that the other lacks. */
type AnyRequest = RunRequest & Partial<PairedRequest>;

/** Size in KB of the kept standard error when the request does not state one. */
export const DEFAULT_STDERR_KB = 64;

/** Environment of every program; the request may add and replace. */
export const DEFAULT_ENVIRONMENT = { PATH: '/usr/bin:/bin', HOME: '/w', TMPDIR: '/tmp', LANG: 'C.UTF-8' };

/**
 * Encodes a run as fields of the helper's protocol.
 *
 * @param workDir host paths are sent relative to it
 * @throws {RangeError} for a host path outside it or a limit that is no number
 */
export function encodeRun(workDir: string, slot: number, request: AnyRequest): Field[] {
  const inside = (path: string) => pathBeneath(workDir, path);
  return [
    ['do', 'run'],
    ['slot', slot],
    ...request.argv.map((value): Field => ['arg', value]),
    ...Object.entries({ ...DEFAULT_ENVIRONMENT, ...request.env }).map(
      ([name, value]): Field => ['env', `${name}=${value}`],
    ),
    ...optional('stdin', request.stdin, inside),
    ...optional('stdout', request.stdout, inside),
    ...optional('stderr', request.stderr, inside),
    ...optional('box', request.box, inside),
    ...(request.directories ?? []).map((name): Field => ['directory', name]),
    ...(request.filesIn ?? []).flatMap((file): Field[] => [
      ['inFrom', inside(file.from)],
      ['inName', file.name],
    ]),
    ...(request.filesOut ?? []).flatMap((file): Field[] => [
      ['outName', file.name],
      ['outTo', inside(file.to)],
      ['outMaxBytes', whole(file.maxKb * 1024)],
      ['outExecutable', file.executable === true ? 1 : 0],
    ]),
    ...encodeLimits(request),
  ];
}

/**
 * Encodes a row of runs.
 *
 * @throws {RangeError} as `encodeRun` does
 */
export function encodeRow(
  workDir: string,
  slot: number,
  request: RowRequest,
  steps: readonly RowStep[],
): Field[] {
  const inside = (path: string) => pathBeneath(workDir, path);
  const [first, ...followers] = steps;
  return [
    ...encodeRun(workDir, slot, { ...request, ...(first ? { stdin: first.stdin } : {}) }),
    ...followers.flatMap(({ stdin }, index): Field[] => [
      ['expect', inside(steps[index]?.expected ?? '')],
      ['then', inside(stdin)],
    ]),
    ['followUs', whole(request.beginWithinMs * 1000)],
  ];
}

function encodeLimits({ limits, lingerMs = 0, stderrKb = DEFAULT_STDERR_KB }: AnyRequest): Field[] {
  return [
    ['cpuUs', whole(limits.cpuMs * 1000)],
    ['crowdedCpuUs', whole((limits.crowdedCpuMs ?? 0) * 1000)],
    ['wallUs', whole(limits.wallMs * 1000)],
    ['memoryBytes', whole(limits.memoryKb * 1024)],
    ['scratchBytes', whole(limits.scratchKb * 1024)],
    ['outputBytes', whole(limits.outputKb * 1024)],
    ['stderrBytes', whole(stderrKb * 1024)],
    ['processes', whole(limits.processes)],
    ['lingerUs', whole(lingerMs * 1000)],
  ];
}

function optional(key: string, path: string | undefined, inside: (path: string) => string): Field[] {
  return path === undefined ? [] : [[key, inside(path)]];
}

function whole(value: number): number {
  const rounded = Math.round(value);
  if (!Number.isSafeInteger(rounded) || rounded < 0) throw new RangeError(`A sandbox limit is ${value}`);
  return rounded;
}

/** An empty part of a path, or one of only points. */
const NEEDS_RESOLVING = /\/\.{0,2}(?:\/|$)/;

/**
 * Returns the path relative to the work directory. The helper checks again, following no links; this check gives a
 * caller's mistake a readable error.
 */
function pathBeneath(workDir: string, path: string): string {
  // Several paths come with each test, and nearly all are of this form.
  if (path.startsWith(`${workDir}/`) && !NEEDS_RESOLVING.test(path)) return path.slice(workDir.length + 1);
  const inside = relative(workDir, path);
  if (!isAbsolute(path) || inside === '..' || inside.startsWith(`..${sep}`)) {
    throw new RangeError(`The sandbox may not touch ${path}: it lies outside ${workDir}`);
  }
  return inside === '' ? '.' : inside;
}
