import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the web process. */
const SERVER = process.env.SERVER_URL ?? 'http://127.0.0.1:3000';

// Whoever builds the page (a test runs with NODE_ENV=test) builds the one that people get.
if (process.argv.includes('build')) process.env.NODE_ENV = 'production';

export default defineConfig({
  // Found from any working directory: the supervisor builds the page from the repository's root.
  root: import.meta.dirname,
  plugins: [react()],
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
  },
});
