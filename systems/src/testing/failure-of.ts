import { type FailureKind, OutsideError } from '#failures.ts';

/** Waits for a failure. @returns its kind; `unknown` for an error that tells nothing about the outcome; null: none came */
export async function failureOf(work: Promise<unknown>): Promise<FailureKind | 'unknown' | null> {
  try {
    await work;
    return null;
  } catch (error) {
    return error instanceof OutsideError ? error.kind : 'unknown';
  }
}

/** Reads a damaged page. @returns null for a recognised failure; any other error is a fault of the reader */
export function orRecognised<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof OutsideError) return null;
    throw error;
  }
}
