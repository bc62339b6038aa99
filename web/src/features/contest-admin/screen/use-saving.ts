import type { ContestChangePreview, ContestFormData } from '@balloon/contracts/contests/contest-form.ts';
import type { ChangedMeanwhile } from '@balloon/contracts/site/audit.ts';
import { contestStatus } from '@balloon/domain/contests/contest-phase.ts';
import { formatDuration } from '@balloon/domain/contests/contest-time.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  contestFormQuery,
  createContest,
  editContest,
  previewChange,
} from '#features/contest-admin/contest-admin.data.ts';
import { showFaults } from '#features/contest-admin/form/form-faults.ts';
import { type StartQuestion, startQuestions, timesOf } from '#features/contest-admin/form/form-times.ts';
import { changeOf, type FormValues, rebased, settingsOf } from '#features/contest-admin/form/form-values.ts';
import type { FormOf } from '#features/contest-admin/form/use-contest-form.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { serverNowMs } from '#shared/api/live/server-clock.ts';
import { currentLocale } from '#shared/text/i18n.ts';
import { useNavigateHere } from '#shared/ui/behaviour/use-navigate-here.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showDone, showError } from '#shared/ui/toasts/toasts.ts';

const MINUTE_MS = 60_000;

/** What the form was filled with, and the revision that this was. */
interface Base {
  initial: FormValues;
  stored: ContestFormData | null;
}

interface Saving extends Base {
  form: FormOf;
  /** Lets the screen be left without a question. */
  leave: () => void;
}

/**
 * Saves the form. A contest that has begun is changed only after its editor has seen what the change does; an edit of
 * an older revision is put on top of the newer one and looked at again.
 */
export function useSaving({ form, leave, ...filledWith }: Saving) {
  const { t } = useTranslation();
  const navigate = useNavigateHere();
  const queryClient = useQueryClient();
  const [base, setBase] = useState<Base>(filledWith);
  const [preview, setPreview] = useState<ContestChangePreview | null>(null);
  const [changed, setChanged] = useState<ChangedMeanwhile | null>(null);
  const { initial, stored } = base;
  const isNew = stored === null;

  const refuse = (error: Error) => {
    setPreview(null);
    if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
      setChanged(error.facts as ChangedMeanwhile);
    } else if (!showFaults(form, error)) showError(error);
  };
  const store = useMutation({
    mutationFn: () => sendForm(form.values, { initial, stored }),
    meta: { ownError: true },
    onError: refuse,
    onSuccess: async ({ name }) => {
      leave();
      showDone(t(stored === null ? 'contestForm.created' : 'contestForm.saved', { name }));
      await queryClient.invalidateQueries({ queryKey: ['contests'] });
      await navigate('/admin/contests');
    },
  });
  const look = useMutation({
    mutationFn: (contestId: number) => previewChange(contestId, changeIn(form.values, { initial, stored })),
    meta: { ownError: true },
    onError: refuse,
    onSuccess: setPreview,
  });

  async function isStartMeant(): Promise<boolean> {
    const nowMs = serverNowMs();
    const former = isNew ? null : initial;
    for (const question of startQuestions(form.values, { former, nowMs }))
      if (!(await askAbout(question, nowMs))) return false;
    return true;
  }
  function askAbout(question: StartQuestion, nowMs: number): Promise<boolean> {
    if (question === 'past') return askAboutPast(t, isNew);
    if (question === 'night') return askAboutNight(t);
    const agoMs = nowMs - (timesOf(form.values)?.startTimeMs ?? nowMs);
    return askAboutBegun(t, isNew, formatDuration(agoMs - (agoMs % MINUTE_MS)));
  }

  return {
    base,
    preview,
    changed,
    isPending: store.isPending || look.isPending,
    store: () => store.mutate(),
    forgetPreview: () => setPreview(null),
    forgetChanged: () => setChanged(null),
    async save() {
      if (!(await isStartMeant())) return;
      if (stored !== null && hasBegun(stored)) look.mutate(stored.id);
      else store.mutate();
    },
    /** Reads the newer revision, and keeps the edits of the form on top of it or drops them. */
    async follow(valuesOf: (fresh: ContestFormData) => FormValues, keepsEdits: boolean) {
      if (stored === null) return;
      const query = contestFormQuery(stored.id, currentLocale());
      const fresh = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(showError);
      if (!fresh) return;
      const theirs = valuesOf(fresh);
      form.setValues(keepsEdits ? rebased(initial, form.values, theirs) : theirs);
      setBase({ initial: theirs, stored: fresh });
      setChanged(null);
    },
  };
}

function sendForm(values: FormValues, { initial, stored }: Base) {
  if (stored !== null) return editContest(stored.id, changeIn(values, { initial, stored }));
  const settings = settingsOf(values);
  if (settings === null) throw new Error('A form without times was sent');
  return createContest(settings);
}

function changeIn(values: FormValues, { initial, stored }: Base) {
  return { ...changeOf(initial, values), basedOnRevision: stored?.revision };
}

/** Whether there may be solutions that a change moves. */
function hasBegun(contest: ContestFormData): boolean {
  return contest.solutionsNumber > 0 || contestStatus(contest, serverNowMs()) !== 'WAITING';
}

function askAboutPast(t: (key: string) => string, isNew: boolean): Promise<boolean> {
  return confirm({
    title: t(isNew ? 'contestForm.pastTitle' : 'contestForm.pastEditTitle'),
    text: t('contestForm.isOver'),
    yes: t(isNew ? 'contestForm.pastYes' : 'contestForm.save'),
    no: t('contestForm.pastNo'),
  });
}

function askAboutBegun(t: TFunction, isNew: boolean, ago: string): Promise<boolean> {
  return confirm({
    title: t('contestForm.begunTitle'),
    text: t('contestForm.begunText', { ago }),
    yes: t(isNew ? 'contestForm.pastYes' : 'contestForm.save'),
    no: t('contestForm.pastNo'),
  });
}

function askAboutNight(t: (key: string) => string): Promise<boolean> {
  return confirm({
    title: t('contestForm.nightTitle'),
    text: t('contestForm.nightText'),
    yes: t('contestForm.nightYes'),
    no: t('contestForm.nightNo'),
  });
}
