import { addAbortListener } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Limits of work in a thread. */
export interface ThreadLimits {
  /** Wall time in ms from when the thread has loaded its libraries, which takes a while on a busy machine. */
  wallMs: number;
  memoryMb: number;
}

/** Message of a thread: first that it starts, then the result. */
export type ThreadMessage<Result> = 'started' | { result: Result };

/** Result of a thread, or in words why there is none. */
export type ThreadOutcome<Result> = { result: Result } | { trouble: string };

/**
 * Runs a module in a thread of its own. Parsers can take hours over a kilobyte of foreign text, and other work must
 * not wait for them.
 *
 * @param module sends `ThreadMessage`s to its parent port
 * @throws the signal's reason, when it is aborted
 */
export async function runInThread<Result>(
  module: URL,
  workerData: unknown,
  signal: AbortSignal,
  { wallMs, memoryMb }: ThreadLimits,
): Promise<ThreadOutcome<Result>> {
  signal.throwIfAborted();
  const thread = new Worker(module, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
  });
  const { promise, resolve, reject } = Promise.withResolvers<ThreadOutcome<Result>>();
  let timer: NodeJS.Timeout | undefined;
  const timeIsUp = () => resolve({ trouble: `it took longer than ${wallMs / 1000} s` });
  using _listening = addAbortListener(signal, () => reject(signal.reason));
  thread.on('message', (message: ThreadMessage<Result>) => {
    if (message === 'started') timer = setTimeout(timeIsUp, wallMs);
    else resolve(message);
  });
  thread.once('error', (error: NodeJS.ErrnoException) =>
    resolve({
      trouble: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? `it took more than ${memoryMb} MB` : error.message,
    }),
  );
  thread.once('exit', () => resolve({ trouble: 'it ended early' }));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
