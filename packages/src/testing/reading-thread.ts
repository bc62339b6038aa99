import { parentPort } from 'node:worker_threads';
import { packageOfPlaces } from '#open-package.ts';
import type { PackagePlaces } from '#opened-package.ts';
import { PackageError } from '#package-error.ts';
import { readPackage } from '#read-package.ts';
import type { PackageReading } from '#read-package-apart.ts';

/* Reads the packages of a test, as `read-package-thread.ts` does one. */

parentPort?.on('message', async (places: PackagePlaces) => {
  parentPort?.postMessage(await read(places));
});

async function read(places: PackagePlaces): Promise<PackageReading> {
  try {
    return { problem: await readPackage(packageOfPlaces(places)) };
  } catch (error) {
    if (error instanceof PackageError) return { refusal: error.message };
    throw error;
  }
}
