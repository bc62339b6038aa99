import { Done } from '@balloon/contracts/common.ts';
import { ContestParams } from '@balloon/contracts/contests.ts';
import { ContestAddresses } from '@balloon/contracts/hall/addresses.ts';
import { ContestDevices, DeviceMove, DeviceParams } from '@balloon/contracts/hall/devices.ts';
import { listAddresses } from '#features/addresses/list-addresses.ts';
import { listDevices } from '#features/addresses/list-devices.ts';
import { moveDevice } from '#features/addresses/move-device.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

/** Addresses and devices from which people take part in a contest. */
export const addressesRoutes: Routes = async (app, services) => {
  app.get(
    '/api/admin/contests/:contestId/addresses',
    {
      config: { allow: 'supervisor' },
      schema: { params: ContestParams, response: { 200: ContestAddresses } },
    },
    (request) => listAddresses(services, userOf(request), request.params.contestId),
  );

  app.get(
    '/api/admin/contests/:contestId/devices',
    {
      config: { allow: 'supervisor' },
      schema: { params: ContestParams, response: { 200: ContestDevices } },
    },
    (request) => listDevices(services, userOf(request), request.params.contestId),
  );

  app.post(
    '/api/admin/contests/:contestId/devices/:userId',
    {
      config: { allow: 'supervisor', audit: ['contest.moveDevice', 'contest.releaseDevice'] },
      schema: { params: DeviceParams, body: DeviceMove, response: { 200: Done } },
    },
    async (request) => {
      await moveDevice(services, userOf(request), { ...request.params, ...request.body });
      return { result: true as const };
    },
  );
};
