import { createHash } from 'node:crypto';
import path from 'node:path';
import { constants } from 'node:zlib';
import { CURRENT_GENERATION, GENERATION_HEADER } from '@balloon/contracts/site/api-generation.ts';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

/** Address of the web process for `npm run dev`. */
const SERVER = process.env.SERVER_URL ?? 'http://127.0.0.1:3000';

// Every build is a production build, also in tests, which run with NODE_ENV=test.
if (process.argv.includes('build')) process.env.NODE_ENV = 'production';

/** Parts of which contest screens share several; in files of their own they would be thirty requests. */
const SHARED_IN_CONTESTS = [
  'contest-frame/(contest-frame|first-screen)',
  'useMutation',
  'features/solutions/compiler-output',
  'shared/ui/behaviour/scroll-region',
  'Icon(ClockPause|Copy|HandStop|HelpCircle|History|Hourglass|PlayerPause|PlayerPlay|PlugConnectedX|Printer|Send2?)\\.mjs',
  'shared/(look/(use-is-phone|breakpoints)|ui/forms/copy-button|text/judge-name)',
  'features/solutions/(solutions\\.data|deciding\\.data|verdict-progress)',
];

/** Parts that the list of contests and the screens of a contest share, with the frame of both. */
const SHARED_BY_ALL = [
  'main-layout',
  'use-force-update',
  'features/contests/(admission|contests\\.data|contest-clock|use-refresh-at-turns)',
  'features/virtual/virtual-button',
  'shared/(ui/(states/states|dialogs/confirm)|text/format)',
  'core/esm/components/(Skeleton|CloseButton)/',
  // Otherwise what comes after a screen would bring the file of another.
  'core/esm/core/.*/(create-(safe-context|event-handler|scoped-keydown-handler)|get-style-object|find-element-ancestor)/',
  'core/esm/core/DirectionProvider/',
  'core/esm/components/(Group/|Accordion/AccordionChevron)',
  'hooks/esm/use-(id|merged-ref)/',
  'Icon(ArrowRight|Ban|Check|Clock)\\.mjs',
];

/**
 * Files of the first screens by name, each with what it imports unless an earlier one has it. On a slow line a request
 * costs more than a few kilobytes, and by default the bundler makes sixty before the first screen.
 */
const FILES = [
  { name: 'frame', test: new RegExp(SHARED_BY_ALL.join('|')) },
  { name: 'contest', test: new RegExp(SHARED_IN_CONTESTS.join('|')) },
  // Needed by lists, by the table and for sending, not by a statement.
  {
    name: 'fields',
    test: /components\/(?:InputBase|TextInput|SegmentedControl|Checkbox|Combobox\/get-parsed)|ui\/(?:forms\/(?:search-field|file-pick)|floating\/choice)|components\/FileButton/,
  },
  { name: 'home', test: /contest-list\.page/ },
  { name: 'statement', test: /contest-problems\/contest-problem\.page/ },
  { name: 'send', test: /features\/send\/send\.page/ },
  { name: 'table', test: /scoreboard\/(scoreboard|monitor)\.page/ },
  // Last, since nobody waits for them.
  { name: 'overlays', test: /shell\/overlays|statement\/picture-dialog/ },
  { name: 'floating', test: /ui\/floating\/parts|shell\/(profile|theme)-items/ },
];

/** Chunks of what a statement needs after its screen; `shared/api/browser/fetch-ahead.ts` fetches them. */
const PARTS_AHEAD = ['markdown', 'typeset'];
const TOLD = [...FILES.map(({ name }) => name), ...PARTS_AHEAD];

/**
 * Tells `early.js` the form of answers that the page knows, and the files of the screens, so that it asks for those
 * of the address in parallel to the first script: otherwise each would be asked for when the one before it has run.
 */
const tellFiles: Plugin = {
  name: 'tell-files',
  transformIndexHtml(html, { bundle = {} }) {
    const files = new Map<string, string[]>();
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !TOLD.includes(chunk.name)) continue;
      files.set(chunk.name, [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]);
    }
    const told = {
      'data-files': JSON.stringify(Object.fromEntries(files)),
      'data-headers': JSON.stringify({ accept: 'application/json', [GENERATION_HEADER]: CURRENT_GENERATION }),
    };
    const attributes = Object.entries(told).map(
      ([name, value]) => `${name}="${value.replaceAll('"', '&quot;')}"`,
    );
    return html.replace('src="/js/early.js"', `src="/js/early.js" ${attributes.join(' ')}`);
  },
};

/** Module of the component library with the class names of a component. */
const CLASS_NAMES = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;

/**
 * Gives each component of the library its styles, so that they come in the file of the screen that shows it. All of them
 * together are three times what the first screens need, and nothing is shown before they are there. While developing,
 * when nothing is split, they are one file.
 */
const styleComponents: Plugin = {
  name: 'style-components',
  transform(code, id) {
    const isBuild = this.environment.mode === 'build';
    if (!isBuild && id.endsWith('/web/src/main.tsx'))
      return { code: `import '@mantine/core/styles.layer.css';\n${code}`, map: null };
    const [, component] = CLASS_NAMES.exec(id) ?? [];
    if (!isBuild || component === undefined) return null;
    return { code: `${code}\nimport '@mantine/core/styles/${component}.layer.css';`, map: null };
  },
};

/** Screens whose files the service worker keeps from the start; others are kept when somebody has been there. */
const KEPT = ['frame', 'contest', 'fields', 'home', 'statement', 'floating', 'overlays'];

/**
 * Builds the service worker into one file with a fixed name, which knows the files of this build: the browser compares it
 * with the one it has, and a change is an update.
 */
const buildServiceWorker: Plugin = {
  name: 'build-service-worker',
  apply: 'build',
  async writeBundle({ dir = 'dist' }, bundle) {
    const chunks = Object.values(bundle).filter(
      (file) =>
        file.type === 'chunk' &&
        (file.isEntry || KEPT.includes(file.name) || file.name === 'rolldown-runtime'),
    );
    const files = chunks.flatMap((file) => [
      file.fileName,
      ...('viteMetadata' in file ? (file.viteMetadata?.importedCss ?? []) : []),
    ]);
    const hash = createHash('sha256')
      .update(Object.keys(bundle).sort().join('\n'))
      .digest('hex')
      .slice(0, 16);
    await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'warn',
      define: { BUILD: JSON.stringify({ hash, files: files.map((file) => `/${file}`) }) },
      build: {
        target: 'es2023',
        outDir: dir,
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: path.join(import.meta.dirname, 'src/service-worker/sw.ts'),
          output: { format: 'iife', entryFileNames: 'sw.js' },
        },
      },
    });
  },
};

/** Files that somebody waits for who opens the page: the page itself, its texts, and the screens of `FILES`. */
const WAITED_FOR = new RegExp(
  `(?:^|/)(?:index\\.html|js/(?:locales/)?[^/]+|assets/(?:index|${TOLD.join('|')})-[^/]{8}\\.\\w+)$`,
);

/**
 * Compresses at build time: a hall that opens the page at once costs the server no compression. The last 2 % of a file
 * take more than half of the time of a build, and are left to the files that somebody waits for.
 */
function compressFiles(): Plugin[] {
  const kinds = {
    include: /\.(js|css|html|json|svg|txt|webmanifest)$/,
    threshold: 1024, // a smaller file needs one packet anyway
  };
  const nearlyBest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY - 1 } };
  return [
    compression({ ...kinds, algorithms: ['gzip'] }),
    compression({ ...kinds, algorithms: ['brotliCompress'], include: WAITED_FOR }),
    compression({ ...kinds, algorithms: [['brotliCompress', nearlyBest]], exclude: WAITED_FOR }),
  ];
}

export default defineConfig({
  // Absolute, since the supervisor builds the page from the repository's root.
  root: import.meta.dirname,
  plugins: [react(), styleComponents, tellFiles, buildServiceWorker, ...compressFiles()],
  server: {
    proxy: {
      '/api': SERVER,
      '/socket.io': { target: SERVER, ws: true },
      '/files/yandex-polygon-import': SERVER,
      // Pages have this address, too: only the call of older clients is for the server.
      '/problems/': { target: SERVER, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // All supported browsers preload modules themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Leaves unread what nobody imports from a library's list of all its parts; we know how long that of the icons is.
      experimental: { lazyBarrel: true },
      checks: { largeBarrelModules: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: FILES.length + 1 },
            ...FILES.map((file, index) => ({ ...file, priority: FILES.length - index })),
            // Icons that several later screens share: alone thirty files of some hundred bytes, whose names the first script tells.
            { name: 'icons', test: /@tabler/, minShareCount: 2, priority: 0 },
          ],
        },
      },
    },
  },
});
