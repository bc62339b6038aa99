import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { type ContestStatus, isMainTime } from '@balloon/domain/contests/contest-phase.ts';
import { ForbiddenError } from '#errors.ts';
import type { ContestSource } from '#features/contests/contest-heads.ts';
import { holdDevice } from '#features/contests/devices/device-holders.ts';
import type { User } from '#services.ts';

/** What decides from which device a participant takes part. */
interface DeviceRule {
  contest: { id: number; bindsDevices: boolean };
  status: ContestStatus;
}

/**
 * Whether a contest lets somebody go on from their device.
 *
 * @param held the device that takes part as them, or null for none
 */
export function isDeviceAllowed(user: User, { contest, status }: DeviceRule, held: string | null): boolean {
  if (!contest.bindsDevices || !isMainTime(status) || isSupervisor(user.accessMask)) return true;
  return held === null || held === user.device;
}

/** Whether a participant may go on from their device only. */
const isBound = ({ contest, status }: DeviceRule) => contest.bindsDevices && isMainTime(status);

/** Whether a participant is known to take part from this device, or from any; false: `expectDevice` knows. */
export function isDeviceKnown({ heads }: ContestSource, user: User, rule: DeviceRule): boolean {
  if (!isBound(rule)) return true;
  const holder = heads?.devices.peek(rule.contest.id, user);
  return holder !== undefined && holder.device === user.device;
}

/**
 * Lets a participant go on from the device that takes part as them; the first one that comes while the contest runs does
 * from then on, until a supervisor transfers or releases it. The same browser is the same device, also after a crash.
 *
 * @throws {ForbiddenError} OTHER_DEVICE with the address of the device that takes part, and since when
 */
export async function expectDevice(source: ContestSource, user: User, rule: DeviceRule): Promise<void> {
  const { contest } = rule;
  if (!isBound(rule)) return;
  const holder = source.heads
    ? await source.heads.devices.hold(source.db, contest.id, user)
    : await holdDevice(source.db, contest.id, user);
  if (holder !== undefined && holder.device === user.device) return;
  const address = holder?.ip ?? '?';
  throw new ForbiddenError(
    'OTHER_DEVICE',
    `You take part in this contest from another device (${address}). Go on there, or ask a supervisor to transfer`,
    { restParams: { address, sinceMs: holder?.heldSinceMs ?? null } },
  );
}
