import type { Routes } from '#http/routes.ts';

export const scoreboardRoutes: Routes = async () => {};
