import { Done } from '@balloon/contracts/common.ts';
import {
  EditOutsideAccount,
  EditOutsideServer,
  NewOutsideAccount,
  NewOutsideServer,
  OutsideAccountParams,
  OutsideAttention,
  OutsideRunParams,
  OutsideServerParams,
  OutsideServers,
  OutsideTroubleParams,
  OutsideTroubleView,
  PauseOutsideServer,
  RunsToSettle,
  SettleRun,
} from '@balloon/contracts/outside/outside-systems.ts';
import { addAccount, editAccount, removeAccount } from '#features/outside-systems/manage-accounts.ts';
import {
  addServer,
  editServer,
  pauseServer,
  removeServer,
  resumeServer,
} from '#features/outside-systems/manage-servers.ts';
import { readAttention } from '#features/outside-systems/read-attention.ts';
import { readServers } from '#features/outside-systems/read-servers.ts';
import { readTrouble } from '#features/outside-systems/read-trouble.ts';
import { listRunsToSettle, settleRun } from '#features/outside-systems/settle-run.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const BASE = '/api/admin/outside-systems';
const SERVER = `${BASE}/servers/:serverId`;
const ACCOUNT = `${BASE}/accounts/:accountId`;
const DONE = { result: true } as const;

/** Servers, accounts and runs of outside systems, for admins. Every change answers with all servers. */
export const outsideSystemRoutes: Routes = async (app, services) => {
  const response = { 200: OutsideServers };
  const read = () => readServers(services);

  app.get(BASE, { config: { allow: 'admin' }, schema: { response } }, read);

  app.get(
    `${BASE}/attention`,
    { config: { allow: 'admin' }, schema: { response: { 200: OutsideAttention } } },
    () => readAttention(services.db),
  );

  app.get(
    `${BASE}/troubles/:troubleId`,
    {
      config: { allow: 'admin' },
      schema: { params: OutsideTroubleParams, response: { 200: OutsideTroubleView } },
    },
    (request) => readTrouble(services, request.params.troubleId),
  );

  app.post(
    `${BASE}/servers`,
    {
      config: { allow: 'admin', audit: 'outsideServer.add' },
      schema: { body: NewOutsideServer, response },
    },
    async (request) => {
      await addServer(services, userOf(request), request.body);
      return read();
    },
  );

  app.post(
    SERVER,
    {
      config: { allow: 'admin', audit: 'outsideServer.edit' },
      schema: { params: OutsideServerParams, body: EditOutsideServer, response },
    },
    async (request) => {
      await editServer(services, userOf(request), request.params.serverId, request.body);
      return read();
    },
  );

  app.delete(
    SERVER,
    {
      config: { allow: 'admin', audit: 'outsideServer.remove' },
      schema: { params: OutsideServerParams, response },
    },
    async (request) => {
      await removeServer(services, userOf(request), request.params.serverId);
      return read();
    },
  );

  app.post(
    `${SERVER}/pause`,
    {
      config: { allow: 'admin', audit: 'outsideServer.pause' },
      schema: { params: OutsideServerParams, body: PauseOutsideServer, response },
    },
    async (request) => {
      await pauseServer(services, userOf(request), request.params.serverId, request.body.reason);
      return read();
    },
  );

  app.post(
    `${SERVER}/resume`,
    {
      config: { allow: 'admin', audit: 'outsideServer.resume' },
      schema: { params: OutsideServerParams, response },
    },
    async (request) => {
      await resumeServer(services, userOf(request), request.params.serverId);
      return read();
    },
  );

  app.post(
    `${SERVER}/accounts`,
    {
      config: { allow: 'admin', audit: 'outsideAccount.add' },
      schema: { params: OutsideServerParams, body: NewOutsideAccount, response },
    },
    async (request) => {
      await addAccount(services, userOf(request), request.params.serverId, request.body);
      return read();
    },
  );

  app.post(
    ACCOUNT,
    {
      config: { allow: 'admin', audit: 'outsideAccount.edit' },
      schema: { params: OutsideAccountParams, body: EditOutsideAccount, response },
    },
    async (request) => {
      await editAccount(services, userOf(request), request.params.accountId, request.body);
      return read();
    },
  );

  app.delete(
    ACCOUNT,
    {
      config: { allow: 'admin', audit: 'outsideAccount.remove' },
      schema: { params: OutsideAccountParams, response },
    },
    async (request) => {
      await removeAccount(services, userOf(request), request.params.accountId);
      return read();
    },
  );

  app.get(`${BASE}/runs`, { config: { allow: 'admin' }, schema: { response: { 200: RunsToSettle } } }, () =>
    listRunsToSettle(services.db),
  );

  app.post(
    `${BASE}/runs/:solutionId/settle`,
    {
      config: { allow: 'admin', audit: 'solution.settleRun' },
      schema: { params: OutsideRunParams, body: SettleRun, response: { 200: Done } },
    },
    async (request) => {
      await settleRun(services, userOf(request), request.params.solutionId, request.body.runId);
      return DONE;
    },
  );
};
