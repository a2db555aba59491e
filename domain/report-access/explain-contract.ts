import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { id, instant } from '../contract/fields.ts';
import { explainAnswers, explainChanges, explainCodes, explainEffects, explainTopics } from './explain-words.ts';
import { sightReasons } from './sight.ts';

const explainLine = z.object({
  topic: z.enum(explainTopics),
  code: z.enum(explainCodes),
  effect: z.enum(explainEffects),
  name: z.nullable(z.string()),
  until: z.nullable(instant),
  change: z.nullable(z.object({ kind: z.enum(explainChanges), id: z.nullable(z.string()) })),
});

export const explainAccess = endpoint({
  method: 'GET',
  path: '/api/auth/access/explain',
  needs: 'grants.manage',
  kinds: visits,
  screens: ['management/view', 'management/report', 'report/a2m', 'user', 'partners', 'group_users'],
  summary:
    'Explains why a user sees a report or doesn’t: every grant and every check, line by line, with the answer viewing would give now.',
  input: z.strictObject({ user: id, report: id }),
  output: z.object({
    person: z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      profile: z.enum(['a2m', 'master', 'admin', 'user']),
      status: z.enum(['A', 'T', 'B', 'I', 'D']),
    }),
    report: z.object({ id: z.string(), title: z.string(), kind: z.enum(['powerbi', 'external']) }),
    sees: z.boolean(),
    /** The error code that viewing answers with; null where the report opens. */
    answer: z.nullable(z.enum(explainAnswers)),
    /** Why not, by the visibility rule, the nearest cause first. */
    reasons: z.array(z.enum(sightReasons)),
    /** `opens` and `closes` decide; `aside` has no effect or is decided elsewhere. */
    lines: z.array(explainLine),
    identity: z.nullable(z.object({ username: z.string(), roles: z.array(z.string()) })),
    filters: z.number(),
    serverNow: instant,
  }),
  errors: ['not_found'],
});
