import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { dayRange } from '../contract/day-range.ts';
import { endpoint } from '../contract/endpoint.ts';
import { id, instant, queryInt } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { signInOutcomes, signInWays } from './words.ts';

const signIn = z.object({
  id: z.string(),
  at: instant,
  way: z.string(),
  /** `ok`, or the code of the refusal. */
  outcome: z.string(),
  /** Who vouched for the session that began; null where it wasn't vouched for. */
  vouched: z.nullable(z.enum(['account', 'unit'])),
  address: z.nullable(z.string()),
  agent: z.nullable(z.string()),
  /** When the session that began was last reported in use. */
  seenAt: z.nullable(instant),
});

export const ownSignIns = endpoint({
  method: 'GET',
  path: '/api/auth/account/sign_ins',
  needs: 'account.own',
  summary: 'Lists the caller’s sign-ins to this unit in the last six months, with refused ones, newest first.',
  input: z.strictObject({ page: z.optional(queryInt(1, 20)) }),
  output: z.object({ items: z.array(signIn), more: z.boolean() }),
});

export type OwnSignIn = z.infer<typeof signIn>;

const signInSorts = ['at'] as const;

const signInFilters = {
  user: z.optional(id),
  way: z.optional(z.enum(signInWays)),
  outcome: z.optional(z.enum(signInOutcomes)),
  address: z.optional(z.string().check(z.trim(), z.maxLength(45, 'too_long'))),
  ...dayRange,
};

const signInRow = z.object({ ...signIn.shape, userId: z.string(), person: z.string(), email: z.string() });

export type SignInRow = z.infer<typeof signInRow>;

export const listSignIns = endpoint({
  method: 'GET',
  path: '/api/auth/sign_ins',
  needs: 'records.read',
  kinds: visits,
  screens: ['setting'],
  summary: 'Lists the sign-in log: every attempt of the last six months that named a user of the tenant, with its outcome.',
  input: z.strictObject({ ...listInput(signInSorts), ...signInFilters }),
  output: page(signInRow),
});

export const exportSignIns = endpoint({
  method: 'GET',
  path: '/api/auth/sign_ins/export',
  needs: 'records.read',
  screens: ['setting'],
  summary: 'Exports the same list as text rows.',
  input: z.strictObject({ search: listInput(signInSorts).search, sort: listInput(signInSorts).sort, ...signInFilters, ...filePart }),
  output: tableFile,
});
