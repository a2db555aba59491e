/** What a job claims: a row of a tenant. */
export const claim = { tenant_id: 'uuid', id: 'uuid' } as const;
