import type { Routes } from '#http/routes.ts';

export const judgingRoutes: Routes = async () => {};
