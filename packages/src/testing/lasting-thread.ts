import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Thread that answers many questions of a test: to start one for each would cost more than the answers. */
export interface LastingThread<Question, Answer> extends AsyncDisposable {
  /**
   * Asks the thread; one question at a time. The test goes on meanwhile, so that its timeout ends an endless answer.
   *
   * @throws what the thread threw
   */
  ask(question: Question): Promise<Answer>;
}

/**
 * Starts a thread with the memory that product gives to one.
 *
 * @param module answers each message of its parent port with one
 */
export function startLastingThread<Question, Answer>(module: URL): LastingThread<Question, Answer> {
  const thread = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: 512 }, execArgv: [] });
  return {
    async ask(question) {
      thread.postMessage(question);
      const [answer] = await once(thread, 'message');
      return answer as Answer;
    },
    async [Symbol.asyncDispose]() {
      await thread.terminate();
    },
  };
}
