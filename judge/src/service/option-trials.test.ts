import { join } from 'node:path';
import type { WantedOptions } from '@balloon/contracts/compiler-options.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCanaries } from '#canaries/fly-canaries.ts';
import { judgeTask } from '#judging/judge-solution.ts';
import { openOptionTrials } from '#service/option-trials.ts';
import { startTestWorkshop, type TestWorkshop } from '#testing/test-workshop.ts';
