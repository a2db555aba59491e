export { LimitFields } from './LimitFields.tsx';
export { menuLabel } from './menu-labels.ts';
export { PayerField } from './PayerField.tsx';
export { choicesQuery, refreshTenants, subdomainQuery } from './queries.ts';
export { SubdomainField, useSubdomainState } from './SubdomainField.tsx';
