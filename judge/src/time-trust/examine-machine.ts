import type { JudgingSlot, Workshop } from '#judging-slot.ts';
import { type MachineState, readMachineState, warningsAbout } from '#time-trust/machine-state.ts';
import { measureSteadiness, type Steadiness, warningsAboutSteadiness } from '#time-trust/steadiness.ts';

/** How far times measured on this machine can be trusted. */
export interface MachineExamination {
  state: MachineState;
  /** Null when it could not be measured, which is among the warnings. */
  steadiness: Steadiness | null;
  /** A line each, with what to do about it; empty on a quiet machine that computes evenly. */
  warnings: readonly string[];
}

/** The self-test of a judge: about 0.3 s in a slot that nobody uses meanwhile. */
export async function examineMachine(workshop: Workshop, slot: JudgingSlot): Promise<MachineExamination> {
  const state = readMachineState(); // before our own runs are part of the load
  const steadiness = await measureSteadiness(workshop, slot);
  const warnings = [
    ...warningsAbout(state),
    ...(steadiness
      ? warningsAboutSteadiness(steadiness)
      : ['How steady times are could not be measured: the C program of the self-test did not run']),
  ];
  return { state, steadiness, warnings };
}
