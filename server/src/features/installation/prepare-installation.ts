import type { Services } from '#services.ts';

export async function prepareInstallation(
  _services: Services,
): Promise<{ username: string; password: string; role: 'admin' | 'participant' }[]> {
  return [];
}
