import type { ReadLanguage } from '@balloon/contracts/outside/relay-jobs.ts';
import type { OutsideError } from '#failures.ts';
import type { ForeignLanguage } from '#outside-system.ts';
import { type JobWork, systemOf } from '#relay/jobs/job-work.ts';
import { fit, recognise } from '#relay/tell-failure.ts';

/** Languages that a system takes, as far as they can be read beside its problems. */
export interface Languages {
  /** Reads the list of the server from one problem and tells the web, once per job. */
  refresh(foreignId: string): Promise<void>;
  /** Reads the languages of a problem where each has a list of its own; null: those of the server. */
  ofProblem(foreignId: string): Promise<ReadLanguage[] | null>;
  /** Ends the job with the failure that kept languages from being read: problems were worth more. */
  complain(): void;
}

/** Problems that are asked for the list of a server: the first may take no solutions. */
const MAX_ASKED = 3;
/** Bounds of the contract. */
const MAX_LANGUAGES = 300;
const MAX_ID = 200;

export function openLanguages(work: JobWork): Languages {
  const system = systemOf(work);
  let left = system.hasLanguagesPerProblem ? 0 : MAX_ASKED;
  let failure: OutsideError | null = null;

  async function list(foreignId: string): Promise<ReadLanguage[] | null> {
    try {
      const languages = await work.read((session) => system.listLanguages(session, foreignId));
      return languages.map(toldLanguage).filter(isTellable).slice(0, MAX_LANGUAGES);
    } catch (error) {
      work.signal.throwIfAborted();
      note(recognise(error));
      return null;
    }
  }

  function note(found: OutsideError): void {
    if (found.kind === 'down' || found.kind === 'rate') throw found;
    work.duties.log.warn(`Languages were not read: ${found.kind}, ${work.desk.redact(found.message)}`);
    // Without an account some systems show no form; a single problem may take no solutions.
    const isNoTrouble = found.kind === 'refused' || work.job.account === null;
    if (!isNoTrouble) failure ??= found;
  }

  return {
    async refresh(foreignId) {
      if (left === 0 || failure !== null) return;
      left -= 1;
      const languages = await list(foreignId);
      if (languages === null || languages.length === 0) return;
      left = 0;
      await work.tell((api, lease, signal) => api.jobLanguages({ ...lease, languages }, signal));
    },
    ofProblem: async (foreignId) => (system.hasLanguagesPerProblem ? list(foreignId) : null),
    complain() {
      if (failure !== null) throw failure;
    },
  };
}

const toldLanguage = ({ foreignLanguageId, name, family, extensions }: ForeignLanguage): ReadLanguage => ({
  ...{ foreignLanguageId, name: fit(name, 200), family },
  extensions: extensions.filter(({ length }) => length <= 20).slice(0, 20),
});

const isTellable = ({ foreignLanguageId: { length } }: ReadLanguage) => length > 0 && length <= MAX_ID;
