import path from 'node:path';
import { COMPILE_CACHE } from '#files/compile-cache.ts';
import { rememberPlaces } from '#files/module-places.ts';

// Asks a site to start its web processes again (README). One that has none yet, and a command that holds the lock of the
// data directory meanwhile, would be killed by it.
process.on('SIGUSR2', () => {});

const ROOT = path.join(import.meta.dirname, '..', '..');
rememberPlaces(ROOT, path.join(COMPILE_CACHE, 'places.json'));

// Loaded after both memories are there, and therefore from them.
await import('#command-line.ts');
