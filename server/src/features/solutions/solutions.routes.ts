import type { Routes } from '#http/routes.ts';

export const solutionRoutes: Routes = async () => {};
