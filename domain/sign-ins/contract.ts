import * as z from 'zod/mini';
import { viewing, visits } from '../access/session-kinds.ts';
import { dayRange } from '../contract/day-range.ts';
import { endpoint } from '../contract/endpoint.ts';
import { flag, id, instant, nothing, queryInt } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { auditFamilies, signInOutcomes, signInWays } from './words.ts';

export const markUse = endpoint({
  method: 'POST',
  path: '/api/refresh/log/auth',
  needs: 'session.keep',
  kinds: viewing,
  summary: 'Marks the sign-in record of this session as still in use, and says when it ends (Spec 7); with `used` N only says so.',
  input: z.strictObject({ used: z._default(flag, 'S') }),
  output: z.object({
    /** When it ends unless it is used. */
    endsAt: instant,
    /** When it ends in any case. */
    lastAt: instant,
    serverNow: instant,
  }),
  errors: ['session_gone'],
});

export const ownSessions = endpoint({
  method: 'GET',
  path: '/api/auth/account/sessions',
  needs: 'account.own',
  summary: 'Where one is signed in, in every unit of one’s account; this session first.',
  input: nothing,
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        unit: z.string(),
        at: instant,
        lastSeen: instant,
        address: z.nullable(z.string()),
        agent: z.nullable(z.string()),
        way: z.string(),
        /** What proved the user's identity: the account's own secret, or only the unit. */
        vouched: z.enum(['account', 'unit']),
        mine: z.boolean(),
      }),
    ),
  }),
});
export type OwnSession = z.infer<typeof ownSessions.output>['items'][number];

export const endOwnSessions = endpoint({
  method: 'POST',
  path: '/api/auth/account/sessions/end',
  needs: 'account.own',
  summary:
    'Ends one of one’s own sessions, or without an id all others, in every unit, and then forgets other remembered devices; never the one that asks.',
  input: z.strictObject({ id: z.optional(id) }),
  output: z.object({ ended: z.number() }),
  errors: ['not_found'],
});

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
  summary: 'One’s own sign-ins of the last half year in this unit, refused ones too, the latest first.',
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
  summary: 'Every try at a way in that named a person of the tenant, and how it ended; of the last half year.',
  input: z.strictObject({ ...listInput(signInSorts), ...signInFilters }),
  output: page(signInRow),
});

export const exportSignIns = endpoint({
  method: 'GET',
  path: '/api/auth/sign_ins/export',
  needs: 'records.read',
  screens: ['setting'],
  summary: 'The same list as rows of text for a file.',
  input: z.strictObject({ search: listInput(signInSorts).search, sort: listInput(signInSorts).sort, ...signInFilters, ...filePart }),
  output: tableFile,
});

const auditSorts = ['at'] as const;
const auditFilters = { family: z.optional(z.enum(auditFamilies)), ...dayRange };
/** A structured value: rules, hours, custom fields, filters, an RLS identity. */
const auditParts = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]);
/** Text stays text, whatever it looks like; structured values stay structured. */
const auditValue = z.union([z.string(), auditParts]);
export type AuditParts = z.infer<typeof auditParts>;
export type AuditValue = z.infer<typeof auditValue>;
const auditRow = z.object({
  id: z.string(),
  at: instant,
  who: z.nullable(z.string()),
  /** Who acted as that user. */
  actor: z.nullable(z.string()),
  what: z.string(),
  /** The report, group or user that was changed. */
  thing: z.nullable(z.string()),
  /** The recipient of what is given, or the user it is removed from; `everyone` for all. */
  whom: z.nullable(z.string()),
  /** Without `before` it is a fact of something new; null means it was empty until then. */
  fields: z.array(z.object({ field: z.string(), before: z.optional(z.nullable(auditValue)), after: z.nullable(auditValue) })),
  address: z.nullable(z.string()),
  /** Of an import: how many records are folded into this one; `run` with this id lists them. */
  folded: z.nullable(z.number()),
});
export type AuditRow = z.infer<typeof auditRow>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/auth/audit',
  needs: 'records.read',
  kinds: visits,
  screens: ['setting'],
  summary:
    'Who gave or took access: grants, groups, people with their profiles and flags, settings; search is by who did it. What one import wrote is one row, unless a search looks into it.',
  input: z.strictObject({ ...listInput(auditSorts), ...auditFilters, run: z.optional(id) }),
  output: page(auditRow),
});

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/auth/audit/export',
  needs: 'records.read',
  screens: ['setting'],
  summary: 'The same list as rows of text for a file.',
  input: z.strictObject({ search: listInput(auditSorts).search, sort: listInput(auditSorts).sort, ...auditFilters, ...filePart }),
  output: tableFile,
});
