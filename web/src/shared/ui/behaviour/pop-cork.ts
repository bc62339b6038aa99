import { useSyncExternalStore } from 'react';
import { readStored, storageKey, writeStored } from '#shared/api/browser/storage.ts';

/**
 * Sound of a new message: a cork leaving a bottle, generated from a rising tone and noise.
 *
 * Browsers allow sound only after the person has pressed something on the page, so the sound is prepared by
 * the first press and silent before. It can be switched off, for all windows at once, and only one of several
 * windows plays it.
 */
const MUTED_KEY = 'pop_cork_muted';
const SOUNDED_KEY = 'pop_cork_at';
const SOUNDED_FOR_KEY = 'pop_cork_for';
/** Number of messages of which it is remembered that they have sounded. */
const MESSAGES_KEPT = 50;
const ONCE_WITHIN_MS = 700;
const SPREAD_MS = 120;
const LENGTH_SEC = 0.16;
const VOLUME = 0.5;
const PRESSES = ['pointerdown', 'keydown'] as const;

let context: AudioContext | null = null;
/** Whether the browser allows sound. */
let isAllowed = false;
const watchers = new Set<() => void>();

/** Prepares the sound at the first press of a key or a pointer. Call once. */
export function prepareSound(): void {
  for (const event of PRESSES) addEventListener(event, onPress);
}

const onPress = () => void wake();

async function wake(): Promise<void> {
  if (!('AudioContext' in window)) return;
  context ??= new AudioContext();
  const player = context;
  await player.resume();
  isAllowed = true;
  for (const event of PRESSES) removeEventListener(event, onPress);
  await player.suspend(); // the device is suspended until the next sound
}

/**
 * Plays the sound, unless it is switched off, not allowed yet, or played by another window.
 *
 * @param message name of the message, the same in all windows
 */
export function popCork(message: string): void {
  // Pressed before this listened: opening the device only now spares every screen its cost.
  if (context === null && navigator.userActivation?.hasBeenActive) void wake().then(() => play(message));
  else play(message);
}

function play(message: string): void {
  if (context === null || !isAllowed || isMuted() || !isNew(message)) return;
  const player = context;
  void inTurn(() => void player.resume().then(() => pop(player)));
}

/** Whether no window has sounded for a message; a window behind a slow line receives it seconds after another one. */
function isNew(message: string): boolean {
  const stored = readStored<unknown>(SOUNDED_FOR_KEY, []);
  const sounded: unknown[] = Array.isArray(stored) ? stored : [];
  if (sounded.includes(message)) return false;
  writeStored(SOUNDED_FOR_KEY, [...sounded, message].slice(-MESSAGES_KEPT));
  return true;
}

/** Plays in one window only where all receive a message at the same time: the first one locks for a while. */
async function inTurn(sound: () => void): Promise<void> {
  if ('locks' in navigator) {
    await navigator.locks.request('pop_cork', { ifAvailable: true }, async (lock) => {
      if (lock === null) return;
      sound();
      await pause(ONCE_WITHIN_MS);
    });
    return;
  }
  // Over plain http there are no locks: waits a random time, then checks whether another window was first.
  await pause(Math.random() * SPREAD_MS);
  const now = Date.now();
  if (Math.abs(now - readStored<number>(SOUNDED_KEY, 0)) < ONCE_WITHIN_MS) return;
  writeStored(SOUNDED_KEY, now);
  sound();
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function pop(player: AudioContext): void {
  const at = player.currentTime + 0.01;
  const tone = new OscillatorNode(player, { type: 'sine', frequency: 260 });
  tone.frequency.setValueAtTime(260, at);
  tone.frequency.exponentialRampToValueAtTime(920, at + 0.05);
  tone.connect(fading(player, at, VOLUME, LENGTH_SEC));
  const air = new AudioBufferSourceNode(player, { buffer: noise(player) });
  const band = new BiquadFilterNode(player, { type: 'bandpass', frequency: 1800, Q: 0.8 });
  air.connect(band).connect(fading(player, at, VOLUME / 2, 0.05));
  for (const source of [tone, air]) {
    source.start(at);
    source.stop(at + LENGTH_SEC);
  }
  tone.onended = () => void player.suspend();
}

/** Rises at once to `volume` and falls back to silence without the click of a sudden end. */
function fading(player: AudioContext, at: number, volume: number, lengthSec: number): GainNode {
  const gain = new GainNode(player, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.001, at + lengthSec);
  gain.connect(player.destination);
  return gain;
}

function noise(player: AudioContext): AudioBuffer {
  const buffer = new AudioBuffer({
    length: Math.ceil(player.sampleRate * LENGTH_SEC),
    sampleRate: player.sampleRate,
  });
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}

const isMuted = () => readStored<boolean>(MUTED_KEY, false);

/** Returns whether the sound is off, and the switch. */
export function useSoundSwitch(): { isMuted: boolean; setMuted: (isMuted: boolean) => void } {
  return { isMuted: useSyncExternalStore(watch, isMuted), setMuted };
}

function setMuted(muted: boolean): void {
  writeStored(MUTED_KEY, muted);
  for (const notify of watchers) notify();
}

function watch(onChange: () => void): () => void {
  // A switch in another window applies here too.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKey(MUTED_KEY)) onChange();
  };
  watchers.add(onChange);
  addEventListener('storage', onStorage);
  return () => {
    watchers.delete(onChange);
    removeEventListener('storage', onStorage);
  };
}
