/** The row that a job claims, with its tenant. */
export const claim = { tenant_id: 'uuid', id: 'uuid' } as const;
