import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';

const GB = 1024 ** 3;

/** Describes the machine in a line of Markdown, so that figures can be compared. */
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
