import type { BalloonAction, CarriedBalloon } from '@balloon/contracts/hall/balloons.ts';

export interface CardStep {
  action: BalloonAction;
  /** Whether it is what usually comes next. */
  isMain: boolean;
}

const main = (action: BalloonAction): CardStep => ({ action, isMain: true });
const other = (action: BalloonAction): CardStep => ({ action, isMain: false });

const STEPS: Record<CarriedBalloon['state'], readonly CardStep[]> = {
  waiting: [main('take')],
  taken: [other('giveBack'), main('deliver')],
  cancelled: [main('giveBack')],
  withdrawn: [main('collect')],
  delivered: [other('undeliver')],
};

/** Steps that a person may do with a balloon: runners with what they carry, supervisors with each. */
export function stepsOf(
  { state, runnerId }: Pick<CarriedBalloon, 'state' | 'runnerId'>,
  me: { id: number; isSupervisor: boolean },
): readonly CardStep[] {
  const isAllowed = state === 'waiting' || runnerId === me.id || me.isSupervisor;
  return isAllowed ? STEPS[state] : [];
}
