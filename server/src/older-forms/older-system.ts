import type { SystemType } from '@balloon/contracts/problems/problems.ts';

/**
 * System of our own judge under a name that older clients have a text for. Of the systems that they know, ejudge is
 * the one that also runs at the organiser's, and they link nothing to it.
 */
const OWN_SYSTEM = 'ejudge' satisfies SystemType;

/** Systems that an older client means by one of those that it can choose. */
export const systemsMeantBy = (systemType: SystemType): SystemType[] =>
  systemType === OWN_SYSTEM ? [OWN_SYSTEM, 'balloon'] : [systemType];

/** Replaces the system of an object by one that has a name in older clients. */
export const withKnownSystem = <Part extends { systemType: SystemType }>(part: Part): Part =>
  part.systemType === 'balloon' ? { ...part, systemType: OWN_SYSTEM } : part;
