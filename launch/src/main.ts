import '#compile-cache.ts';

// Loaded after the cache is there, and therefore from it.
await import('#command-line.ts');
