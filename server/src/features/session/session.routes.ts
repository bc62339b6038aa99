import type { Routes } from '#http/routes.ts';

export const sessionRoutes: Routes = async () => {};
