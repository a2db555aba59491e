export { LimitFields } from './LimitFields.tsx';
export { choicesQuery } from './loader.ts';
export { menuLabel } from './menu-labels.ts';
export { PayerField } from './PayerField.tsx';
export { refreshTenants, subdomainQuery } from './queries.ts';
export { SubdomainField, useSubdomainState } from './SubdomainField.tsx';
