import { lazy } from 'react';

// What the viewer shows of access: editing in place, and the banner of a test.
export const GiveManyDrawer = lazy(() => import('./GiveManyDrawer.tsx').then((module) => ({ default: module.GiveManyDrawer })));
export const PreviewDialog = lazy(() => import('./PreviewDialog.tsx').then((module) => ({ default: module.PreviewDialog })));
export const TestBanner = lazy(() => import('./TestBanner.tsx').then((module) => ({ default: module.TestBanner })));
export { type Given, giveMany } from './give-many.ts';
export { valuesOfReport } from './to-values.ts';
export { useEditParts } from './use-edit-parts.tsx';
export { modelRolesQuery } from './use-model-roles.ts';
export { whyAddress } from './why-address.ts';
