import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LANGUAGE_KEYS, LANGUAGES, type LanguageKey } from '@balloon/domain/languages/languages.ts';
import type { SandboxMode } from '@balloon/judge/sandbox/sandbox.ts';
import type { OpenWorkshop } from '@balloon/judge/workshop/open-workshop.ts';
import type { DoctorReport, LanguageReport, TimesReport } from '#doctor/report.ts';

type JudgingReport = Pick<DoctorReport, 'sandbox' | 'times' | 'languages' | 'addAll' | 'problems'>;

/** Starts a sandbox in a folder of its own and tries every language in it, one after another. */
export async function examineJudging(dataDir: string, mode: SandboxMode | 'auto'): Promise<JudgingReport> {
  try {
    await using folder = await takeFolder(dataDir);
    const { openWorkshop } = await import('@balloon/judge/workshop/open-workshop.ts');
    const open = await openWorkshop({
      workDir: folder.path,
      slots: 1, // alone on its core, so that the times are meaningful
      precompiledHeaders: false,
      blobSource: () => Promise.reject(new Error('a hello world has no tests')),
      log: { info: () => {}, warn: () => {}, error: () => {} },
      ...(mode === 'auto' ? {} : { sandboxMode: mode }),
    });
    try {
      return { ...(await reportOf(open)), times: await examineTimes(open) };
    } finally {
      await open.close();
    }
  } catch (error) {
    const problem = `Nothing can be judged here: ${(error as Error).message}`;
    return {
      sandbox: { mode: null, cgroup: null, warnings: [] },
      times: null,
      languages: [],
      addAll: null,
      problems: [problem],
    };
  }
}

/** Takes a folder where judges work, too: another file system may forbid other things. */
async function takeFolder(dataDir: string) {
  const folder = await mkdtemp(path.join(existsSync(dataDir) ? dataDir : tmpdir(), 'doctor-'));
  return {
    path: folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function examineTimes({ workshop, slots }: OpenWorkshop): Promise<TimesReport | null> {
  const { examineMachine } = await import('@balloon/judge/time-trust/examine-machine.ts');
  const [slot] = slots;
  if (!slot) return null;
  const { steadiness, warnings } = await examineMachine(workshop, slot);
  return { medianMs: steadiness?.medianMs ?? null, spread: steadiness?.spread ?? null, warnings };
}

async function reportOf({
  abilities,
  workshop,
  missing,
}: OpenWorkshop): Promise<Omit<JudgingReport, 'times'>> {
  const { installCommand } = await import('@balloon/judge/languages/missing.ts');
  const asRoot = (command: string) => (process.getuid?.() === 0 ? command : `sudo ${command}`);
  const lacking = new Map(missing.map((one) => [one.key as string, one]));
  const absent = missing.filter(({ trouble }) => trouble === null);

  function languageReport(key: LanguageKey): LanguageReport {
    const found = workshop.languages.get(key);
    const lack = lacking.get(key);
    const isBroken = typeof lack?.trouble === 'string';
    const addIt = isBroken
      ? `apt-get install --reinstall ${LANGUAGES[key].debianPackage}`
      : lack && installCommand([lack]);
    return {
      key,
      name: LANGUAGES[key].name,
      authorsOnly: 'authorsOnly' in LANGUAGES[key],
      state: found ? 'works' : isBroken ? 'broken' : 'missing',
      version: found?.version ?? null,
      compileMs: rounded(found?.hello?.compileMs),
      runMs: rounded(found?.hello?.runMs),
      remedy: addIt === undefined ? null : asRoot(addIt),
      trouble: lack?.trouble ?? null,
    };
  }

  const { mode, cgroup, warnings } = abilities;
  return {
    sandbox: { mode, cgroup, warnings },
    languages: LANGUAGE_KEYS.map(languageReport),
    addAll: absent.length > 0 ? asRoot(installCommand(absent)) : null,
    problems:
      mode === 'plain' ? ['Programs are not isolated from this machine: no contest must be judged here'] : [],
  };
}

function rounded(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.round(ms);
}
