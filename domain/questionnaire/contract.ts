import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, id, instant, nothing } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { positions, readPosition } from '../users/person.ts';
import { answerLength } from './rule.ts';

export const answerQuestionnaire = endpoint({
  method: 'POST',
  path: '/api/auth/users/send/questionario/perfil',
  needs: 'account.own',
  summary: 'Saves the caller’s job title (BEHAVIOUR 9): a code from the list or free text.',
  input: z.strictObject({
    user_id: id,
    perfil_usuario: z.string().check(
      z.trim(),
      z.minLength(answerLength.least, 'invalid'),
      z.maxLength(answerLength.most, 'too_long'),
      // A free-text answer (Spec 5).
      z.refine((text) => readPosition(text).other !== null || readPosition(text).position !== 'other', 'invalid'),
    ),
  }),
  output: done,
  errors: ['not_found'],
});

export const deferQuestionnaire = endpoint({
  method: 'POST',
  path: '/api/auth/account/questionnaire/later',
  needs: 'account.own',
  summary: 'Postpones the job-title question to the first sign-in after seven days, at most three times.',
  input: nothing,
  output: done,
});

export const readQuestionnaire = endpoint({
  method: 'GET',
  path: '/api/auth/account/questionnaire',
  needs: 'account.own',
  summary: 'Returns the caller’s answer, and whether to ask for it now.',
  input: nothing,
  output: z.object({ on: z.boolean(), ask: z.boolean(), answer: z.nullable(z.enum(positions)), other: z.nullable(z.string()) }),
});

const answerSorts = ['answered'] as const;
const answerRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  answer: z.enum(positions),
  other: z.nullable(z.string()),
  at: instant,
});
export type AnswerRow = z.infer<typeof answerRow>;
const filters = { answer: z.optional(z.enum(positions)) };

export const listAnswers = endpoint({
  method: 'GET',
  path: '/api/auth/questionnaire',
  needs: 'users.read',
  kinds: visits,
  screens: ['setting'],
  summary: 'Lists the users’ answers with totals per answer; searches by name or e-mail address.',
  input: z.strictObject({ ...listInput(answerSorts), ...filters }),
  output: z.object({
    ...page(answerRow).shape,
    counts: z.record(z.enum(positions), z.number()),
    /** How many users of the unit haven't answered yet. */
    silent: z.number(),
  }),
});

export const exportAnswers = endpoint({
  method: 'GET',
  path: '/api/auth/questionnaire/export',
  needs: 'users.read',
  screens: ['setting'],
  summary: 'Exports the same list as text rows.',
  input: z.strictObject({ search: listInput(answerSorts).search, sort: listInput(answerSorts).sort, ...filters, ...filePart }),
  output: tableFile,
});
