import type { Language, ListedContestProblem } from '@balloon/contracts/problems.ts';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import {
  rememberedLanguage,
  rememberedProblem,
  rememberLanguage,
  rememberProblem,
} from '#features/send/drafts.ts';

/** The problem to send: the letter of the address, else the one remembered, else the first. */
export function useChosenProblem(contestId: number, problems: readonly ListedContestProblem[]) {
  const { problemIndex } = useParams();
  const navigate = useNavigate();
  const wanted = (problemIndex ?? rememberedProblem(contestId))?.toUpperCase();
  const problem = problems.find((known) => known.internalSymbolIndex === wanted) ?? problems[0];
  return {
    problem,
    chooseProblem(letter: string) {
      rememberProblem(contestId, letter);
      void navigate(`/contest/${contestId}/send/${letter}`, { replace: true });
    },
  };
}

/** The language: the one just chosen, else the one remembered for the system, else the first that can be used. */
export function useChosenLanguage(systemType: string | undefined, languages: readonly Language[]) {
  const [chosenId, setChosenId] = useState<number | null>(null);
  const usable = languages.filter(({ nonactive }) => !nonactive);
  const wantedId = chosenId ?? (systemType === undefined ? undefined : rememberedLanguage(systemType));
  const language = usable.find(({ id }) => id === wantedId) ?? usable[0];
  return {
    usable,
    language,
    chooseLanguage(languageId: number) {
      if (systemType !== undefined) rememberLanguage(systemType, languageId);
      setChosenId(languageId);
    },
  };
}
