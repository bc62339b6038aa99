import type { ChildProcess } from 'node:child_process';

/*
 * Sign of life over the channel to the parent. A process whose event loop is busy with one thing cannot respond or be
 * asked to stop; when its signs stay away, the parent kills it.
 */

const SIGN_OF_LIFE = { alive: true } as const;
const EVERY_MS = 1_000;
const LOOKS = 10;

/** Sends signs of life to the parent, if there is one, from now on: the first one starts the parent's watch. */
export function sendLifeSigns(): void {
  const send = () => {
    // A parent that is gone is noticed elsewhere, see run-until-stopped.ts.
    if (process.connected) process.send?.(SIGN_OF_LIFE, undefined, {}, () => {});
  };
  send();
  setInterval(send, EVERY_MS).unref();
}

/**
 * Calls `onSilence` once, when a child that has sent a sign of life sends none for `silentMs`. The time is counted in
 * ticks of this process, so that a suspension of both processes does not count as silence.
 */
export function watchLifeSigns(child: ChildProcess, silentMs: number, onSilence: () => void): void {
  if (child.pid === undefined) return; // it could not be started, and will never end
  let looks: number | null = null;
  child.on('message', (message) => {
    if (isLifeSign(message)) looks = 0;
  });
  const looking = setInterval(() => {
    if (looks === null) return;
    looks += 1;
    if (looks <= LOOKS) return;
    clearInterval(looking);
    onSilence();
  }, silentMs / LOOKS);
  child.once('exit', () => clearInterval(looking));
}

export function isLifeSign(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'alive' in message;
}
