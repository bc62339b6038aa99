import { vi } from 'vitest';
import type { Services } from '#services.ts';

/**
 * Lets a process trust what it keeps in memory until the result is disposed. It stops that by itself when the database has
 * said nothing for a second, which a busy machine needs for an answer now and then: a test of what lies in memory is not
 * about that.
 */
export const trustMemory = ({ announcements }: Pick<Services, 'announcements'>) =>
  vi.spyOn(announcements, 'isListening', 'get').mockReturnValue(true);
