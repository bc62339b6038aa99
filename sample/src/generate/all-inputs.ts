import { A_HELIUM } from '#generate/a-helium.ts';
import { B_PICTURE } from '#generate/b-picture.ts';
import { C_SPOTLIGHT } from '#generate/c-spotlight.ts';
import { D_TWO_ROPES } from '#generate/d-two-ropes.ts';
import { E_TAILWIND } from '#generate/e-tailwind.ts';
import { F_RUNNERS } from '#generate/f-runners.ts';
import type { ProblemInputs } from '#generate/problem-inputs.ts';

/** Inputs of every sample problem, by folder. */
export const PROBLEM_INPUTS: Readonly<Record<string, ProblemInputs>> = {
  'a-helium': A_HELIUM,
  'b-picture': B_PICTURE,
  'c-spotlight': C_SPOTLIGHT,
  'd-two-ropes': D_TWO_ROPES,
  'e-tailwind': E_TAILWIND,
  'f-runners': F_RUNNERS,
};
