import { Done } from '@balloon/contracts/common.ts';
import {
  ComputationParams,
  MovesParams,
  MovesQuery,
  RatingComputation,
  RatingComputations,
  RatingMoves,
  StartComputation,
} from '@balloon/contracts/ratings/rating-computations.ts';
import {
  discardComputation,
  storeComputation,
  undoComputation,
} from '#features/ratings/decide-computation.ts';
import { listComputations, readComputation, readMoves } from '#features/ratings/read-computations.ts';
import { startComputation } from '#features/ratings/start-computation.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const COMPUTATIONS = '/api/admin/ratings/computations';
const ONE = `${COMPUTATIONS}/:number`;
const params = ComputationParams;

/** Routes by which admins compute ratings, look at the result before it counts, and undo it. */
export const computationRoutes: Routes = async (app, services) => {
  app.get(
    COMPUTATIONS,
    { config: { allow: 'admin' }, schema: { response: { 200: RatingComputations } } },
    () => listComputations(services),
  );

  app.get(
    ONE,
    { config: { allow: 'admin' }, schema: { params, response: { 200: RatingComputation } } },
    (request) => readComputation(services, request.params.number),
  );

  app.get(
    `${ONE}/groups/:groupId`,
    {
      config: { allow: 'admin' },
      schema: { params: MovesParams, querystring: MovesQuery, response: { 200: RatingMoves } },
    },
    (request) => readMoves(services, { ...request.query, ...request.params }),
  );

  app.post(
    COMPUTATIONS,
    {
      // Changes no rating: what is recorded is the decision to store the result.
      config: { allow: 'admin', bulk: {}, audit: 'none' },
      schema: { body: StartComputation, response: { 200: RatingComputation } },
    },
    (request) => startComputation(services, userOf(request), request.body.groupId),
  );

  app.post(
    `${ONE}/store`,
    {
      config: { allow: 'admin', audit: 'ratings.compute' },
      schema: { params, response: { 200: Done } },
    },
    async (request) => {
      await storeComputation(services, userOf(request), request.params.number);
      return { result: true as const };
    },
  );

  app.post(
    `${ONE}/undo`,
    { config: { allow: 'admin', audit: 'ratings.undo' }, schema: { params, response: { 200: Done } } },
    async (request) => {
      await undoComputation(services, userOf(request), request.params.number);
      return { result: true as const };
    },
  );

  app.delete(
    ONE,
    {
      // Changes no rating either.
      config: { allow: 'admin', audit: 'none' },
      schema: { params, response: { 200: Done } },
    },
    async (request) => {
      await discardComputation(services, request.params.number);
      return { result: true as const };
    },
  );
};
