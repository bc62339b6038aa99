import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';

const GB = 1024 ** 3;

/** What a reader must know of the machine to compare figures, as a line of Markdown. */
export function describeMachine(): string {
  const facts = [
    `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`,
    `${Math.round(totalmem() / GB)} GB`,
    `Linux ${release()}`,
    `Node ${process.versions.node}`,
    `load before ${loadavg()[0]?.toFixed(1)}`,
  ];
  return facts.join(' · ');
}
