import type { Routes } from '#http/routes.ts';

export const healthRoutes: Routes = async () => {};
