import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import type { ClientSocket, Contestant } from '@balloon/e2e/sites/contestant.ts';
import type { SampleCrew } from '@balloon/e2e/sites/sample-site.ts';
import { cppSource, pythonSource, type Weight } from '#judging/bare-work.ts';

/** Solution of problem A. */
export interface Job {
  languageId: number;
  solution: string;
}

export const cppJob = (number: number, weight: Weight = 'light'): Job => ({
  languageId: LANGUAGES.cpp20.id,
  solution: cppSource(number, weight),
});
export const pythonJob = (number: number, weight: Weight = 'light'): Job => ({
  languageId: LANGUAGES.python3.id,
  solution: pythonSource(number, weight),
});

export interface Verdicts extends Disposable {
  /** Sends a correct solution and waits until the participant receives "accepted". */
  sendAndWait(participant: Contestant, job: Job): Promise<void>;
}

/** Opens sockets of participants, on which verdicts arrive as in their browsers. */
export async function listenForVerdicts(
  url: string,
  { participants, contestId }: SampleCrew,
): Promise<Verdicts> {
  const verdicts = new Map<number, PromiseWithResolvers<string>>();
  const verdictOf = (id: number) => {
    const verdict = verdicts.get(id) ?? Promise.withResolvers<string>();
    verdicts.set(id, verdict);
    return verdict;
  };
  const sockets: ClientSocket[] = [];
  for (const participant of participants) {
    const socket = await participant.socket(url, contestId);
    socket.on('verdict updated', ({ id, verdict }) => {
      if (verdict?.isTerminal) verdictOf(id).resolve(verdict.name);
    });
    sockets.push(socket);
  }
  return {
    async sendAndWait(participant, job) {
      const { id } = await participant.submit(url, contestId, { symbolIndex: 'A', ...job });
      const name = await verdictOf(id).promise;
      if (name !== 'Accepted') throw new Error(`Solution ${id} of the bench got ${name}`);
    },
    [Symbol.dispose]() {
      for (const socket of sockets) socket.close();
    },
  };
}
