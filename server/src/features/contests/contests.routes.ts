import type { Routes } from '#http/routes.ts';

export const contestRoutes: Routes = async () => {};
