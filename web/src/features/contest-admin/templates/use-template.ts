import type { TemplateSettings } from '@balloon/contracts/contests/contest-form.ts';
import { freeBalloonColor } from '@balloon/domain/contests/balloon-colors.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Template } from '#features/contest-admin/contest-admin.data.ts';
import { type ChosenProblem, chosen, withTemplate } from '#features/contest-admin/form/form-values.ts';
import type { FormOf } from '#features/contest-admin/form/use-contest-form.ts';
import { problemQuery } from '#features/problems/problems.data.ts';
import { isConnectionTrouble } from '#shared/api/calls/sure-sending.ts';
import { currentLocale } from '#shared/text/i18n.ts';
import { showDone, showWarning } from '#shared/ui/toasts/toasts.ts';

/** Fills the form from a template. Problems that the person may not read are left out, which is said. */
export function useTemplate(form: FormOf) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const fill = useMutation({
    mutationFn: async ({ settings }: Template) => {
      const wanted = (settings as TemplateSettings).problems;
      // A template without problems (as moderators get those of others) leaves the set as it is.
      if (wanted === undefined) return { problems: form.values.problems, missing: 0 };
      const found = await Promise.all(wanted.map((problem) => findProblem(queryClient, problem)));
      const problems = withColors(found.filter((problem) => problem !== null));
      return { problems, missing: wanted.length - problems.length };
    },
    onSuccess: ({ problems, missing }, { name, settings }) => {
      form.setValues(withTemplate(form.getValues(), settings as TemplateSettings, problems));
      showDone(t('templates.used', { name }));
      if (missing > 0) showWarning(t('templates.missing', { count: missing }));
    },
  });
  return {
    isPending: fill.isPending,
    apply: (template: Template, onDone: () => void) => fill.mutate(template, { onSuccess: onDone }),
  };
}

async function findProblem(
  queryClient: QueryClient,
  { id, color, versionId = null }: NonNullable<TemplateSettings['problems']>[number],
): Promise<ChosenProblem | null> {
  try {
    const problem = await queryClient.fetchQuery(problemQuery(id, undefined, currentLocale()));
    return { ...chosen(problem, color ?? ''), versionId };
  } catch (error) {
    if (isConnectionTrouble(error)) throw error;
    return null; // deleted, or not for this person
  }
}

/** Gives the problems without a colour those that no other of the set has. */
function withColors(problems: readonly ChosenProblem[]): ChosenProblem[] {
  const used = problems.flatMap(({ color }) => color || []);
  return problems.map((problem) => {
    if (problem.color !== '') return problem;
    const color = freeBalloonColor(used);
    used.push(color);
    return { ...problem, color };
  });
}
