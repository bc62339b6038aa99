import type { PackageLimits } from '@balloon/contracts/judging/testset.ts';
import type { PackageSource } from '#icpc/package-source.ts';
import type { Settings } from '#icpc/yaml-settings.ts';

interface Stated {
  key: string;
  field: keyof PackageLimits;
  unit: string;
  /** Milliseconds or KB in the unit of the package. */
  factor: number;
  /** Largest value in the unit of the package that is kept: above it, work would hold a judge or its memory too long. */
  most: number;
}

/** @see Problem Package Format, "limits" */
const STATED: readonly Stated[] = [
  { key: 'code', field: 'sourceKb', unit: 'KiB', factor: 1, most: 256 },
  { key: 'compilation_time', field: 'compilationMs', unit: 's', factor: 1000, most: 300 },
  { key: 'compilation_memory', field: 'compilationMemoryKb', unit: 'MiB', factor: 1024, most: 8192 },
  { key: 'validation_time', field: 'validationMs', unit: 's', factor: 1000, most: 300 },
  { key: 'validation_memory', field: 'validationMemoryKb', unit: 'MiB', factor: 1024, most: 8192 },
  { key: 'validation_output', field: 'validationOutputKb', unit: 'MiB', factor: 1024, most: 64 },
];

/** Reads the limits of compilers and of the output validator; those that are not stated are missing. */
export function readPackageLimits(
  file: string,
  source: Pick<PackageSource, 'withoutEffect'>,
  limits: Settings | null,
): PackageLimits {
  const read: PackageLimits = {};
  for (const { key, field, unit, factor, most } of STATED) {
    const stated = limits?.positive(key) ?? null;
    if (stated === null) continue;
    if (stated > most)
      source.withoutEffect(`${file}: what limits.${key} has above ${most} ${unit}, which are used instead,`);
    read[field] = Math.max(
      field.endsWith('MemoryKb') ? 1024 : 1,
      Math.round(Math.min(stated, most) * factor),
    );
  }
  return read;
}
