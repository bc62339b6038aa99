import { A_HELIUM } from '#generate/a-helium.ts';
import { B_PICTURE } from '#generate/b-picture.ts';
import type { ProblemInputs } from '#generate/problem-inputs.ts';

/** The inputs of every sample problem, by folder. */
export const PROBLEM_INPUTS: Readonly<Record<string, ProblemInputs>> = {
  'a-helium': A_HELIUM,
  'b-picture': B_PICTURE,
};
