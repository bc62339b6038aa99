import type { JudgingSlot } from '#run/judging-slot.ts';
import { type MachineState, readMachineState, warningsAbout } from '#time-trust/machine-state.ts';
import { measureSteadiness, type Steadiness, warningsAboutSteadiness } from '#time-trust/steadiness.ts';
import type { Workshop } from '#workshop/workshop.ts';

/** Degree to which times measured on this machine can be trusted. */
export interface MachineExamination {
  state: MachineState;
  /** Steadiness of CPU times; null when it could not be measured, which is among the warnings. */
  steadiness: Steadiness | null;
  /** Lines for the operator, each with what to do; empty on a quiet machine that computes evenly. */
  warnings: readonly string[];
}

/** Runs the self-test of a judge: about 0.3 s in a slot that is otherwise unused. */
export async function examineMachine(workshop: Workshop, slot: JudgingSlot): Promise<MachineExamination> {
  const state = readMachineState(); // read before our own runs are part of the load
  const steadiness = await measureSteadiness(workshop, slot);
  const warnings = [
    ...warningsAbout(state),
    ...(steadiness
      ? warningsAboutSteadiness(steadiness)
      : ['How steady times are could not be measured: the C program of the self-test did not run']),
  ];
  return { state, steadiness, warnings };
}
