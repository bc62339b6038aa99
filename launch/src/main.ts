import path from 'node:path';
import { COMPILE_CACHE } from '#files/compile-cache.ts';
import { rememberPlaces } from '#files/module-places.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
rememberPlaces(ROOT, path.join(COMPILE_CACHE, 'places.json'));

// Loaded after both memories are there, and therefore from them.
await import('#command-line.ts');
