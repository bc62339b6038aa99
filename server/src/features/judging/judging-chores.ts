import type { Services } from '#services.ts';

export function startJudgingChores(_services: Services): () => void {
  return () => {};
}
