import { setFlagsFromString } from 'node:v8';

/**
 * How much the heap may grow over what is in use before it is collected. V8 itself lets it grow by up to three times on
 * machines with much memory.
 */
const GROWING_PERCENT = 30;

/**
 * Keeps the young generation at its first size: V8 would let it reach 128 MB in a storm and keep them. Set at run time, so
 * that it holds however the process was started.
 */
export function boundYoungHeap(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Makes the heap of this process collect sooner instead of growing. Called once the process is at work: while modules are
 * loaded all of it is in use, and collecting costs a tenth of a start.
 */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
}
