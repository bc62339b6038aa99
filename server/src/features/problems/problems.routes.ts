import type { Routes } from '#http/routes.ts';

export const problemRoutes: Routes = async () => {};
