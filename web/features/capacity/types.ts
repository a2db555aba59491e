import type { CallOutput } from '../../app/data/api.ts';

export type Facts = CallOutput<'GET /api/auth/capacities'>['items'][number];
export type Capacity = CallOutput<'GET /api/auth/resources/{id}'>;
export type LogEntry = CallOutput<'GET /api/auth/resources/{id}/log'>['items'][number];
export type Ledger = CallOutput<'GET /api/auth/resources/{id}/ledger'>;
export type DryRun = CallOutput<'POST /api/auth/resources/{id}/dry-run'>;
