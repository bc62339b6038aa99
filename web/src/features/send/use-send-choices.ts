import type { Language, ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import {
  rememberedLanguage,
  rememberedProblem,
  rememberLanguage,
  rememberProblem,
} from '#features/send/drafts.ts';

/**
 * Problem to send: by the letter in the address, otherwise the stored one, otherwise the first. Every choice
 * is stored.
 */
export function useChosenProblem(contestId: number, problems: readonly ListedContestProblem[]) {
  const { problemIndex } = useParams();
  const navigate = useNavigate();
  const wanted = (problemIndex ?? rememberedProblem(contestId))?.toUpperCase();
  const problem = problems.find((known) => known.internalSymbolIndex === wanted) ?? problems[0];
  const letter = problem?.internalSymbolIndex;
  useEffect(() => {
    if (problemIndex !== undefined && letter === problemIndex.toUpperCase())
      rememberProblem(contestId, letter);
  }, [contestId, letter, problemIndex]);
  return {
    problem,
    chooseProblem(letter: string) {
      rememberProblem(contestId, letter);
      void navigate(`/contest/${contestId}/send/${letter}`, { replace: true });
    },
  };
}

/** Language shown by the form for a problem. */
export interface ShownLanguage {
  letter: string;
  systemType: string;
  languageId: number;
}

/**
 * Language of an open form: once shown, it stays until the person chooses another one, even if the list
 * changes. Another problem of the same system keeps it if possible; otherwise the language stored for the
 * system comes first, then the first usable one.
 *
 * @returns undefined when no language is usable
 */
export function languageToShow(
  problem: { letter: string; systemType: string },
  languages: readonly Language[],
  shown: ShownLanguage | null,
  rememberedId: number | undefined,
): Language | undefined {
  const usable = languages.filter(({ nonactive }) => !nonactive);
  const byId = (id: number | undefined) => usable.find((language) => language.id === id);
  const shownHere = shown?.systemType === problem.systemType ? shown : null;
  if (shownHere?.letter === problem.letter) return languages.find(({ id }) => id === shownHere.languageId);
  return byId(shownHere?.languageId) ?? byId(rememberedId) ?? usable[0];
}

/** Language to send in, and the ones to choose from. */
export function useChosenLanguage(problem: ListedContestProblem, languages: readonly Language[]) {
  const [shown, setShown] = useState<ShownLanguage | null>(null);
  const { internalSymbolIndex: letter, systemType } = problem;
  const language = languageToShow({ letter, systemType }, languages, shown, rememberedLanguage(systemType));
  const isSettled = shown?.letter === letter && shown.systemType === systemType;
  if (language && !isSettled) setShown({ letter, systemType, languageId: language.id });
  return {
    usable: languages.filter(({ id, nonactive }) => !nonactive || id === language?.id),
    language,
    chooseLanguage(languageId: number) {
      rememberLanguage(systemType, languageId);
      setShown({ letter, systemType, languageId });
    },
  };
}
