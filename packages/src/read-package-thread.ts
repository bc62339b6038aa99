import { parentPort, workerData } from 'node:worker_threads';
import { packageOfPlaces } from '#open-package.ts';
import type { OpenedPackage, PackagePlaces } from '#opened-package.ts';
import { PackageError } from '#package-error.ts';
import { readPackage } from '#read-package.ts';
import type { PackageReading } from '#read-package-apart.ts';
import type { ThreadMessage } from '#threads/run-in-thread.ts';

/* The thread in which a package is read, see read-package-apart.ts. */

const say = (message: ThreadMessage<PackageReading>) => parentPort?.postMessage(message);
say('started');
say({ result: await read(packageOfPlaces(workerData as PackagePlaces)) });

async function read(opened: OpenedPackage): Promise<PackageReading> {
  try {
    return { problem: await readPackage(opened) };
  } catch (error) {
    if (error instanceof PackageError) return { refusal: error.message };
    throw error;
  }
}
