// Apart from the contract, so that a page can use them without its schemas.
export const tenantSorts = ['name', 'created'] as const;
export const unitSorts = ['name', 'created', 'users'] as const;
export const tenantStatuses = ['A', 'T', 'B', 'I', 'D'] as const;
export type TenantStatus = (typeof tenantStatuses)[number];
