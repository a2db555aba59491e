import type { CallInput, CallOutput } from '../../app/data/api.ts';

export type EntraAnswer = CallOutput<'GET /api/auth/entra'>;
export type EntraInput = CallInput<'PUT /api/auth/entra'>;
export type EntraChecks = CallOutput<'POST /api/auth/entra/try'>['checks'];
