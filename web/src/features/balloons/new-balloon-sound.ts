import { useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '#shared/api/browser/storage.ts';

const STORAGE_KEY = 'balloon-sound';
const TONE_HZ = 880;
const TONE_S = 0.35;
const LOUDNESS = 0.15;

/** Whether this device sounds when a balloon comes; off until somebody wants it. */
export function useBalloonSound(waiting: number) {
  const [isOn, setIsOn] = useState(() => readStored(STORAGE_KEY, false));
  const before = useRef(waiting);
  useEffect(() => {
    if (isOn && waiting > before.current) playTone();
    before.current = waiting;
  }, [isOn, waiting]);
  function change(isWanted: boolean) {
    writeStored(STORAGE_KEY, isWanted);
    setIsOn(isWanted);
    if (isWanted) playTone(); // lets the person hear it, and the browser knows that it was asked for
  }
  return { isOn, change };
}

function playTone(): void {
  const context = new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  volume.gain.setValueAtTime(LOUDNESS, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + TONE_S);
  tone.frequency.value = TONE_HZ;
  tone.connect(volume).connect(context.destination);
  tone.onended = () => void context.close();
  tone.start();
  tone.stop(context.currentTime + TONE_S);
}
