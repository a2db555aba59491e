import { lazy } from 'react';

export { CustomFilterButton } from './CustomFilterButton.tsx';
export { CustomInputs } from './CustomInputs.tsx';
export { customChips, customColumns } from './list-parts.tsx';
export { mineQuery, useCustomFields } from './queries.ts';
export { useIdentityTokens } from './use-identity-tokens.ts';
export { useOwnCustom } from './use-own-custom.tsx';
export { refusedField } from './words.ts';

/** Lazy area of the settings. */
export const CustomFieldsArea = lazy(() => import('./CustomFieldsArea.tsx').then((module) => ({ default: module.CustomFieldsArea })));
