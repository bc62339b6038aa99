/**
 * Measures a package whose test has gigabytes, from its upload to verdicts. Apart from the other benches: it takes minutes,
 * and five times the size of the test on the disk of the system's temporary folder.
 *
 * Usage: node bench/src/huge-test.ts [gigabytes, 8 if absent]
 */

import { startBenchSite } from '#bench-site.ts';
import { benchHugeTest } from '#huge-test-bench.ts';

const gigabytes = Number(process.argv[2] ?? 8);
await using site = await startBenchSite();
console.table(await benchHugeTest(site, gigabytes));
