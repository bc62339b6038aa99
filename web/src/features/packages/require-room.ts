import type { ImportRoom } from '@balloon/contracts/judging/package-import.ts';
import { get } from '#shared/api/calls/api.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';

/**
 * Asks the server for room for an archive, so that none is sent for hours in vain.
 *
 * @throws {ApiError} PACKAGE_TOO_LARGE, STORAGE_FULL
 */
export async function requireRoom(bytes: number, signal: AbortSignal): Promise<void> {
  const { maxBytes, freeBytes } = await get<ImportRoom>('/api/admin/problems/import-room', { signal });
  const refuse = (code: string) => new ApiError({ code, description: '', status: 400 });
  if (bytes > maxBytes) throw refuse('PACKAGE_TOO_LARGE');
  if (freeBytes !== null && bytes > freeBytes) throw refuse('STORAGE_FULL');
}
