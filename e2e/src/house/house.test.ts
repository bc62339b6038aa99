import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Rooms that each room may import; tests and benches may import more than the code under test. */
const ALLOWED: Record<string, readonly string[]> = {
  contracts: [],
  domain: [],
  database: [],
  worker: ['contracts'],
  sample: ['contracts', 'domain'],
  packages: ['contracts', 'domain'],
  server: ['contracts', 'domain', 'database', 'sample'],
  judge: ['contracts', 'domain', 'packages', 'worker'],
  systems: ['contracts', 'domain', 'worker'],
  web: ['contracts', 'domain'],
  launch: ['contracts', 'domain', 'database', 'server', 'judge', 'packages', 'systems'],
};

/** Pattern of an import from contracts: the names and the file. */
const IMPORTS_OF_CONTRACTS = /import\s+([^;']*?)\s+from '@balloon\/contracts\/([\w/-]+\.ts)'/g;

/** Pattern of an import or a passing on of values: the names, the other room if it is one, and the file. */
const IMPORTS_OF_VALUES =
  /^(?:import|export)\s+(?!type\s)([^;']*?)\s*from\s+'(?:#|@balloon\/(\w+)\/)([^']+\.tsx?)'/gm;

/**
 * Folders of the server from the lowest to the highest: each imports only itself and those before it. Higher folders
 * pass their functions down (`app.ts` the routes, `live.ts` what sockets need).
 */
const SERVER_ORDER = [
  'content',
  'mail',
  'telegram',
  'http',
  'limits',
  'markup',
  'older-forms',
  'features/users',
  'features/session',
  'features/audit',
  'realtime',
  'features/health',
  'features/contacts',
  'features/site',
  'features/site-settings',
  'features/uploads',
  'features/group-links',
  'features/account',
  'features/directory',
  'features/groups',
  'features/user-admin',
  'features/teams',
  'features/user-import',
  'features/contests',
  'features/team-import',
  'features/first-run',
  'features/problems',
  'features/queue',
  'features/solutions',
  'features/test-files',
  'features/jury-desk',
  'features/trial-runs',
  'features/drafts',
  'features/packages',
  'features/problem-checks',
  'features/comparing',
  'features/problem-admin',
  'features/problem-editor',
  'features/judging',
  'features/compiler-options',
  'features/outside-systems',
  'features/outside-jobs',
  'features/ratings',
  'features/scoreboard',
  'features/contest-admin',
  'features/contest-import',
  'features/virtual',
  'features/rejudgings',
  'features/similarity',
  'features/ceremony',
  'features/results',
  'features/admin-search',
  'features/console',
  'features/metrics',
  'features/backups',
  'features/maintenance',
  'features/messages',
  'features/contest-control',
  'features/addresses',
  'features/balloons',
  'features/printing',
  'features/news',
  'features/chat',
  'features/telegram-bot',
  'features/installation',
];

/** Folders of the contracts from the lowest to the highest. */
const CONTRACTS_ORDER = [
  'settings',
  'judging',
  'people',
  'ratings',
  'scoreboard',
  'problems',
  'hall',
  'outside',
  'site',
  'solutions',
  'talk',
  'contests',
  'socket',
];

/** Folders of the rules from the lowest to the highest. */
const DOMAIN_ORDER = [
  'text',
  'languages',
  'judging',
  'outside',
  'similarity',
  'drafts',
  'contests',
  'scoreboard',
  'rating',
  'ceremony',
  'results',
];

/** Contracts that those of every folder use. */
const CONTRACTS_BASE = ['common.ts', 'contests.ts', 'users.ts'];

/** Folders of the launcher from the lowest to the highest; `main.ts` calls the commands. */
const LAUNCH_ORDER = [
  'files',
  'processes',
  'reports',
  'database',
  'doctor',
  'mirror',
  'patterns',
  'tests',
  'commands',
];

/** Files at the root of the launcher that every folder may import. */
const LAUNCH_BASE = ['addresses.ts', 'load-settings.ts', 'parse-server.ts', 'say.ts', 'start-error.ts'];

/** Folders of the judge from the lowest to the highest; `main.ts` joins them. */
const JUDGE_ORDER = [
  'sandbox',
  'languages',
  'run',
  'cache',
  'compile',
  'interactive',
  'checkers',
  'workshop',
  'time-trust',
  'judging',
  'packages',
  'comparing',
  'canaries',
  'service',
];

/** Features of the page from the lowest to the highest: each imports only itself and those before it. */
const PAGE_ORDER = [
  'first-run',
  'session',
  'account',
  'audit',
  'teams',
  'group-links',
  'addresses',
  'contests',
  'problems',
  'news',
  'virtual',
  'contest-list',
  'contest-about',
  'ratings',
  'groups',
  'contest-admin',
  'messages',
  'test-files',
  'jury-desk',
  'solutions',
  'scoreboard',
  'contest-problems',
  'contest-frame',
  'contest-control',
  'printing',
  'solution-details',
  'send',
  'drafts',
  'rejudgings',
  'similarity',
  'balloons',
  'ceremony',
  'results',
  'chat',
  'contacts',
  'packages',
  'maintenance',
  'outside-systems',
  'outside-jobs',
  'problem-editor',
  'problem-admin',
  'site-settings',
  'user-admin',
  'user-import',
  'team-import',
  'contest-import',
  'admin-search',
  'admin',
];

/** Folders inside large places, each from the lowest to the highest, and files beside them that all may import. */
const INSIDE: Readonly<Record<string, { order: readonly string[]; base?: readonly string[] }>> = {
  'bench/src': {
    order: [
      'report',
      'processes',
      'sandbox',
      'judging',
      'requests',
      'scoreboard',
      'admin',
      'page',
      'contest',
      'storms',
      'drafts',
    ],
  },
  'server/src/http': { order: ['callers', 'answers', 'bodies', 'pages'], base: ['allow.ts', 'routes.ts'] },
  'server/src/features/judging': { order: ['judges', 'verdicts', 'tasks', 'leases'] },
  'server/src/features/outside-jobs': { order: ['jobs', 'relay', 'admins', 'polygon', 'older-imports'] },
  'server/src/features/problems': {
    order: ['testsets', 'contest'],
    base: ['origin.ts', 'problem-view.ts', 'problems.queries.ts', 'versions.queries.ts'],
  },
  'server/src/features/scoreboard': {
    order: ['board', 'look', 'answers', 'watching'],
    base: ['scoreboard.queries.ts'],
  },
  'web/src/features/contest-admin': {
    order: ['form', 'fields', 'problems', 'templates', 'changes', 'list', 'screen'],
    base: ['contest-admin.data.ts', 'system-names.ts'],
  },
  'web/src/features/messages': {
    order: ['data', 'thread', 'writing', 'inbox', 'desk'],
    base: ['messages.module.css'],
  },
  'web/src/features/outside-systems': {
    order: ['data', 'dialogs', 'accounts', 'servers', 'runs'],
    base: ['outside-sign.tsx', 'outside.module.css'],
  },
  'web/src/features/user-admin': {
    order: ['fields', 'passwords', 'list', 'person'],
    base: ['people.data.ts', 'people.url.ts'],
  },
  'web/src/shared/api': { order: ['browser', 'calls', 'live', 'loaded', 'queries'] },
  'web/src/shared/ui': {
    order: ['behaviour', 'floating', 'labels', 'toasts', 'states', 'dialogs', 'forms', 'lists'],
  },
};

/** Files at the root of the server that every folder may import. */
const SERVER_BASE = ['errors.ts', 'services.ts', 'database-away.ts', 'chores.ts', 'ask-until.ts'];

/** Whether a file is a test or used by tests only. */
const isTest = (file: string) =>
  file.startsWith('launch/src/tests/') ||
  /\.test\.tsx?$|\/(testing|older-client|stand-ins)\/|\/testing\.ts$/.test(file);

describe('imports go one way', () => {
  for (const [room, allowed] of Object.entries(ALLOWED)) {
    test(`${room} imports only ${allowed.join(', ') || 'itself'}`, async () => {
      const offences: string[] = [];
      let files = 0;
      for await (const file of glob(`${room}/src/**/*.{ts,tsx}`, { cwd: ROOT })) {
        if (isTest(file)) continue;
        files += 1;
        const text = await readFile(ROOT + file, 'utf8');
        for (const [, target = ''] of text.matchAll(/(?:from|import\()\s*'@balloon\/([a-z]+)\//g)) {
          if (!allowed.includes(target)) offences.push(`${file} imports ${target}`);
        }
        if (/from '(?:#|@balloon\/\w+\/)(?:[\w-]+\/)*testing(?:\/|\.ts')/.test(text)) {
          offences.push(`${file} imports what only tests may`);
        }
        if (/from '\.\.\/\.\.\/(contracts|domain|database|server|judge|web|launch|sample)\//.test(text)) {
          offences.push(`${file} reaches into another room by path`);
        }
      }
      expect(files).toBeGreaterThan(0);
      expect(offences).toEqual([]);
    });
  }

  test('folders of the server import only those below them', async () => {
    expect(await arrowsUp('server/src', SERVER_ORDER, SERVER_BASE)).toEqual([]);
  });

  test('folders of the judge import only those below them', async () => {
    expect(await arrowsUp('judge/src', JUDGE_ORDER)).toEqual([]);
  });

  test('folders of the contracts, the rules and the launcher import only those below them', async () => {
    expect(await arrowsUp('contracts/src', CONTRACTS_ORDER, CONTRACTS_BASE)).toEqual([]);
    expect(await arrowsUp('domain/src', DOMAIN_ORDER)).toEqual([]);
    expect(await arrowsUp('launch/src', LAUNCH_ORDER, LAUNCH_BASE)).toEqual([]);
  });

  for (const [place, { order, base = [] }] of Object.entries(INSIDE)) {
    test(`folders of ${place} import only those below them`, async () => {
      expect(await arrowsUp(place, order, base)).toEqual([]);
    });
  }

  test('features of the page import only those below them, and what they share imports none', async () => {
    const offences: string[] = [];
    for await (const file of glob('web/src/{features,shared}/**/*.{ts,tsx}', { cwd: ROOT })) {
      if (isTest(file)) continue;
      const [, , area, feature = ''] = file.split('/');
      const place = area === 'shared' ? -1 : PAGE_ORDER.indexOf(feature);
      if (area === 'features' && place < 0) offences.push(`${feature} has no place in PAGE_ORDER`);
      const text = await readFile(ROOT + file, 'utf8');
      for (const [, target = ''] of text.matchAll(/(?:from|import\()\s*'#features\/([^/']+)/g)) {
        if (!PAGE_ORDER.slice(0, place + 1).includes(target)) offences.push(`${file} imports ${target}`);
      }
      if (area === 'shared' && text.includes("'#shell/")) offences.push(`${file} imports the shell`);
    }
    expect([...new Set(offences)]).toEqual([]);
  });

  test('the page takes types from the contracts, and values only from those without schemas', async () => {
    const offences: string[] = [];
    for await (const file of glob('web/src/**/*.{ts,tsx}', { cwd: ROOT })) {
      if (isTest(file)) continue;
      const text = await readFile(ROOT + file, 'utf8');
      for (const [, what = '', target = ''] of text.matchAll(IMPORTS_OF_CONTRACTS)) {
        const isOfTypes = /^type\b/.test(what) || !/[{,]\s*(?!type\b)\w/.test(what);
        if (isOfTypes) continue;
        const contract = await readFile(`${ROOT}contracts/src/${target}`, 'utf8');
        if (contract.includes("from 'zod'")) offences.push(`${file} brings zod by ${target}`);
      }
    }
    expect(offences).toEqual([]);
  });

  test('files import no values in a circle', async () => {
    const imports = new Map<string, string[]>();
    for await (const file of glob(`{${Object.keys(ALLOWED)}}/src/**/*.{ts,tsx}`, { cwd: ROOT })) {
      if (!isTest(file)) imports.set(file, valuesOf(file, await readFile(ROOT + file, 'utf8')));
    }
    expect(imports.size).toBeGreaterThan(0);
    expect(findCircle(imports)).toEqual([]);
  });

  test('domain does no I/O: it imports nothing but itself', async () => {
    const offences: string[] = [];
    for await (const file of glob('domain/src/**/*.ts', { cwd: ROOT })) {
      if (isTest(file)) continue;
      const text = await readFile(ROOT + file, 'utf8');
      for (const [, target = ''] of text.matchAll(/from '([^']+)'/g)) {
        if (!target.startsWith('#')) offences.push(`${file} imports ${target}`);
      }
      if (/\b(Date\.now|Math\.random|process\.env|new Date\(\))/.test(text))
        offences.push(`${file} asks the world`);
    }
    expect(offences).toEqual([]);
  });
});

/** Lists the files from which a file takes values at its start; types are erased, and `import()` runs later. */
function valuesOf(file: string, text: string): string[] {
  const [room = ''] = file.split('/');
  return [...text.matchAll(IMPORTS_OF_VALUES)].flatMap(([, names = '', other = room, path]) =>
    /[\w*]/.test(names.replaceAll(/\btype\s+\w+/g, '').replaceAll(/[{},\s]/g, ''))
      ? [`${other}/src/${path}`]
      : [],
  );
}

/** Returns the files of one circle in the order of their imports; empty when there is none. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const finished = new Set<string>();
  function visit(file: string, way: readonly string[]): string[] {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (finished.has(file)) return [];
    for (const target of imports.get(file) ?? []) {
      const circle = visit(target, [...way, file]);
      if (circle.length > 0) return circle;
    }
    finished.add(file);
    return [];
  }
  for (const file of imports.keys()) {
    const circle = visit(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

/**
 * Lists imports in a place, such as `server/src`, that reach for a folder of it above their own, and folders that have
 * no place in its order.
 */
async function arrowsUp(place: string, order: readonly string[], base: readonly string[] = []) {
  const offences = new Set<string>();
  const inside = place.replace(/^\w+\/src\/?/, '');
  const alias = inside === '' ? '' : `${inside}/`;
  for await (const file of glob(`${place}/**/*.{ts,tsx}`, { cwd: ROOT })) {
    const folder = folderOf(file.slice(place.length + 1));
    if (isTest(file) || folder === null) continue;
    const level = order.indexOf(folder);
    if (level < 0) offences.add(`${folder} has no place in the order of ${place}`);
    const text = await readFile(ROOT + file, 'utf8');
    for (const [, path = ''] of text.matchAll(/from '#([^']+)'/g)) {
      if (!path.startsWith(alias)) continue;
      const target = path.slice(alias.length);
      const below = folderOf(target);
      const isBelow = below === null ? base.includes(target) : order.indexOf(below) <= level;
      if (!isBelow) offences.add(`${file} imports ${target}`);
    }
  }
  return [...offences];
}

/**
 * Returns `features/x` for a file of a feature, `x` for one of another folder, null for one at the root of the
 * room.
 */
function folderOf(file: string): string | null {
  const [first = '', second = '', third] = file.split('/');
  if (second === '') return null;
  return first === 'features' && third !== undefined ? `features/${second}` : first;
}

test('drawings of icons that nobody reads are not installed', async () => {
  const { packages } = JSON.parse(await readFile(`${ROOT}package-lock.json`, 'utf8'));
  const installed = Object.keys(packages).filter((place) => place.endsWith('node_modules/@tabler/icons'));
  // A newer @tabler/icons-react brings them again, unless the version in web/no-icons is raised with it.
  expect(installed.map((place) => packages[place].resolved)).toEqual(['web/no-icons']);
});
