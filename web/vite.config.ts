import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

/** Address of the web process for `npm run dev`. */
const SERVER = process.env.SERVER_URL ?? 'http://127.0.0.1:3000';

// Every build is a production build, also in tests, which run with NODE_ENV=test.
if (process.argv.includes('build')) process.env.NODE_ENV = 'production';

/** Frame of the screens outside contests and the first screen; the bundler adds what they import. */
const HOME = /main-layout|contest-list\.page/;

/** Preloads the chunk that nearly every visit needs, in parallel to the first one. */
const preloadHome: Plugin = {
  name: 'preload-home',
  transformIndexHtml(_html, { bundle = {} }) {
    const home = Object.values(bundle).find(({ type, name }) => type === 'chunk' && name === 'home');
    if (home === undefined) return []; // the development server has no bundle
    return [
      {
        tag: 'link',
        injectTo: 'head',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${home.fileName}` },
      },
    ];
  },
};

export default defineConfig({
  // Absolute, since the supervisor builds the page from the repository's root.
  root: import.meta.dirname,
  plugins: [
    react(),
    preloadHome,
    // Compressed at build time: a hall that opens the page at once costs the server no compression.
    compression({
      algorithms: ['brotliCompress', 'gzip'],
      include: /\.(js|css|html|json|svg|txt|webmanifest)$/,
      threshold: 1024, // a smaller file needs one packet anyway
    }),
  ],
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
      output: {
        // Three files: for every visit, for the first screens and for the frame of contests. On a slow line a
        // request costs more than a few kilobytes, and by default the bundler makes sixty before the first
        // screen.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 2 },
            { name: 'home', test: HOME, priority: 1 },
            { name: 'contest', test: /contest-frame/ },
          ],
        },
      },
    },
  },
});
