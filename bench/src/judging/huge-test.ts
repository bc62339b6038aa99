/**
 * Measures a package whose tests have gigabytes, from its upload to verdicts. Apart from the other benches: it takes minutes,
 * and five times the size of the tests on the disk of the system's temporary folder.
 *
 * Usage: node bench/src/judging/huge-test.ts [gigabytes of all tests, 8 if absent] [number of tests, 1 if absent] [packed]
 */

import { benchHugeTest } from '#judging/huge-test-bench.ts';
import { startBenchSite } from '#processes/bench-site.ts';

const [gigabytes = '8', tests = '1', packed] = process.argv.slice(2);
await using site = await startBenchSite({ PRECOMPILED_HEADERS: 'off' });
console.table(await benchHugeTest(site, Number(gigabytes), Number(tests), packed === 'packed'));
