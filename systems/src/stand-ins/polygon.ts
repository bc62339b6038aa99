import { createHash } from 'node:crypto';
import {
  createClock,
  json,
  type Received,
  type Reply,
  type StandIn,
  startStandIn,
} from '#stand-ins/stand-in.ts';

/** Package as the stand-in lists it. */
export interface PolygonStandInPackage {
  id: number;
  revision: number;
  creationTimeSeconds: number;
  state: 'PENDING' | 'RUNNING' | 'READY' | 'FAILED';
  comment: string;
  type?: 'standard' | 'linux' | 'windows';
}

export interface PolygonStandIn extends StandIn {
  /** Packages by the number of their problem. */
  packages: Map<number, PolygonStandInPackage[]>;
  /** Archive of a package; the stand-in's own is one byte more than a beginning. */
  archive: Uint8Array;
  /** Code that contest 900 asks for; empty: none. */
  pin: string;
}

/** Key that the stand-in takes. */
export const POLYGON_KEY = { apiKey: 'key-1', secret: 'secret-1' };

const MAX_OFF_SEC = 300;

/** Starts a stand-in of Polygon's API with two problems, 501 and 502, in contest 900. */
export async function startPolygon({ listsProblems = false } = {}): Promise<PolygonStandIn> {
  const clock = createClock();
  const state = {
    packages: new Map<number, PolygonStandInPackage[]>([
      [501, []],
      [502, []],
    ]),
    archive: new Uint8Array(Buffer.from('PK\u0003\u0004 snow', 'latin1')) as Uint8Array,
    pin: '',
  };

  function answer({ method, path, form, body }: Received): Reply {
    const name = path.replace(/^\/api\//, '');
    if (method !== 'POST') return failed('HTTP method is not supported');
    const refusal = refusalOf(name, new URLSearchParams(body.toString('utf8')));
    if (refusal !== null) return failed(refusal);
    const number = (field: string) => Number(form.text(field));
    if (name === 'contest.problems') return contestProblems(number('contestId'), form.text('pin'));
    const packages = state.packages.get(number('problemId'));
    if (!packages) return failed('problemId: Problem not found');
    if (name === 'problem.packages') return ok(packages);
    if (name !== 'problem.package') return failed(`Method ${name} not found`);
    const chosen = packages.find(({ id }) => id === number('packageId'));
    if (!chosen || (chosen.type ?? 'standard') !== form.text('type'))
      return failed('packageId: Package not found');
    return { headers: { 'content-type': 'application/zip' }, body: state.archive };
  }

  function contestProblems(contestId: number, pin = ''): Reply {
    if (contestId !== 900) return failed('contestId: Contest not found');
    if (pin !== state.pin) return failed('pin: Incorrect pin code');
    const problem = (id: number, name: string) => ({
      id,
      name,
      owner: 'author',
      deleted: false,
      revision: 3,
    });
    const problems = { B: problem(502, 'long-queue'), A: problem(501, 'sum-of-snowflakes') };
    return ok(listsProblems ? [problems.A, { ...problem(503, 'old'), deleted: true }, problems.B] : problems);
  }

  function refusalOf(name: string, fields: URLSearchParams): string | null {
    if (fields.get('apiKey') !== POLYGON_KEY.apiKey) return 'apiKey: Incorrect API key';
    if (Math.abs(Number(fields.get('time')) - clock.nowMs() / 1000) > MAX_OFF_SEC)
      return 'time: Request is expired';
    const signature = fields.get('apiSig') ?? '';
    const signed = [...fields]
      .filter(([field]) => field !== 'apiSig')
      .map(([field, value]) => `${field}=${value}`);
    const line = `${signature.slice(0, 6)}/${name}?${signed.toSorted().join('&')}#${POLYGON_KEY.secret}`;
    const hash = createHash('sha512').update(line).digest('hex');
    return signature.slice(6) === hash ? null : 'apiSig: Incorrect signature';
  }

  const standIn = await startStandIn(answer, { clock, accountOf: ({ form }) => form.text('apiKey') ?? null });
  return Object.assign(state, { ...standIn, url: `${standIn.url}api/` });
}

const ok = (result: unknown): Reply => json({ status: 'OK', result });

const failed = (comment: string): Reply => json({ status: 'FAILED', comment }, 400);
