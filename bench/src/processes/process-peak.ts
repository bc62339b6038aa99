import { readFileSync, writeFileSync } from 'node:fs';

/** Resets the peak of resident memory; see proc_pid_clear_refs(5). */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

export function readPeakMb(pid: number): number {
  const [, peakKb] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(peakKb) / 1024;
}
