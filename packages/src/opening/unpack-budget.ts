import { type PackageLimits, tooLarge } from '#opening/limits.ts';
import { PackageError } from '#package-error.ts';

/** Budget of an archive for the disk, counted while it is unpacked. */
export class UnpackBudget {
  private name = '';
  private fileBytes = 0;
  private totalBytes = 0;
  private readonly archiveBytes: number;
  private readonly limits: PackageLimits;

  constructor(archiveBytes: number, limits: PackageLimits) {
    this.archiveBytes = archiveBytes;
    this.limits = limits;
  }

  /** Begins a file; `statedBytes` saves the work where the archive itself states that it is too large. */
  beginFile(name: string, statedBytes: number): void {
    this.name = name;
    this.fileBytes = 0;
    if (statedBytes > this.limits.fileBytes) this.refuseFile();
  }

  spend(bytes: number): void {
    this.fileBytes += bytes;
    this.totalBytes += bytes;
    const { fileBytes, totalBytes, ratio, ratioFromBytes } = this.limits;
    if (this.fileBytes > fileBytes) this.refuseFile();
    if (this.totalBytes > totalBytes) throw tooLarge('The files of the archive have', totalBytes);
    if (this.totalBytes > ratioFromBytes && this.totalBytes > ratio * this.archiveBytes) {
      throw new PackageError(
        `The archive grows to more than ${ratio} times its size, like a compression bomb does. Unpack it yourself and name the folder.`,
      );
    }
  }

  private refuseFile(): never {
    throw tooLarge(`${this.name} has`, this.limits.fileBytes);
  }
}
