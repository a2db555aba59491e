import * as z from 'zod/mini';
import { endpoint } from '../contract/endpoint.ts';
import { id, nothing } from '../contract/fields.ts';
import { changeAnswer, loginAnswer } from '../session/contract.ts';

const company = z.object({ id: z.string(), name: z.string(), kind: z.enum(['platform', 'partner', 'unit']), current: z.boolean() });
export type Company = z.infer<typeof company>;

export const listCompanies = endpoint({
  method: 'GET',
  path: '/api/auth/companies',
  needs: 'session.keep',
  summary: 'Lists the business units the caller may switch to, the last one visited first (Spec 3, companies).',
  input: nothing,
  output: z.object({
    companies: z.array(company),
    /** The account isn't proved in this session; once it is, its other units can be reached too. */
    prove: z.boolean(),
  }),
});

export const changeCompany = endpoint({
  method: 'POST',
  path: '/api/auth/change/companies',
  needs: 'session.keep',
  summary:
    'Switches to another business unit of the same person: returns its domain and a one-time token for /change/company/{token} (Spec 7).',
  input: z.strictObject({ company: id }),
  output: z.union([changeAnswer, loginAnswer]),
  errors: ['not_found', 'function_disabled', 'account_proof'],
});

export const enterCompany = endpoint({
  method: 'POST',
  path: '/api/oauth/company',
  needs: 'public',
  summary: 'Completes a switch of business units: the one-time token opens a session, only on the host it was issued for (Spec 7).',
  input: z.strictObject({ token: z.string().check(z.regex(/^[\w-]{43}$/, 'invalid')) }),
  output: loginAnswer,
  errors: [
    'link_used',
    'user_disable',
    'blocked',
    'inactive',
    'finish_test',
    'maitenance',
    'tenant_blocked',
    'passwords_off',
    'too_many_attempts',
    'ip_not_allowed',
    'horario_not_allowed',
    'redirect_two_factor',
    'user_change_password',
    'account_elsewhere',
  ],
});
