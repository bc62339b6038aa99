import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `npm run dev` finds the web process. */
const SERVER = process.env.SERVER_URL ?? 'http://127.0.0.1:3000';

// Whoever builds the page (a test runs with NODE_ENV=test) builds the one that people get.
if (process.argv.includes('build')) process.env.NODE_ENV = 'production';

/** The frame of the screens outside contests and the first of them; whatever else they need comes with them. */
const HOME = /main-layout|contest-list\.page/;

/** Nearly everybody needs that file, so it comes beside the first instead of after it. */
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
  // Found from any working directory: the supervisor builds the page from the repository's root.
  root: import.meta.dirname,
  plugins: [react(), preloadHome],
  server: {
    proxy: {
      '/api': SERVER,
      '/socket.io': { target: SERVER, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Every browser of that age loads modules ahead by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // One file for what every visit needs, one for the first screens and one for the frame of contests: a request
        // costs a weak line more than a few kilobytes, and left alone the bundler makes sixty before anything is seen.
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
