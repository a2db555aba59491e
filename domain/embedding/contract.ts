import * as z from 'zod/mini';
import { endpoint } from '../contract/endpoint.ts';
import { done, flag, id, instant, nameText, nothing, text } from '../contract/fields.ts';
import { embedded, embedReport, reportView, visitFields } from '../reports/contract.ts';
import { loginAnswer } from '../session/contract.ts';
import { longestKeyName, longestToken } from './limits.ts';

/** What an embedded page gets for its token: one report, or the portal as a signed-in user gets it. */
const embeddedAnswer = z.object({
  status: z.literal('ok'),
  auth_type: z.literal('embedded'),
  tenant_id: z.string(),
  scope: z.enum(['report', 'portal']),
  token: z.string(),
  /** When the page needs a new token. */
  until: instant,
  serverNow: instant,
  language: z.nullable(z.string()),
  report: z.nullable(z.string()),
  session: z.nullable(loginAnswer),
});
export type EmbeddedAnswer = z.infer<typeof embeddedAnswer>;

export const loginEmbedded = endpoint({
  method: 'POST',
  path: '/api/login/embedded',
  needs: 'public',
  summary: 'Signs in an embedded page with a token signed by the tenant’s own server (Spec 2); each token works once.',
  input: z.strictObject({
    token: z.string().check(z.minLength(1, 'required'), z.maxLength(longestToken, 'too_long')),
    /** The origin of the parent page, if the browser reports it. */
    parent: z._default(
      z.nullable(z.string().check(z.maxLength(300, 'too_long'), z.regex(/^(https?:\/\/[^\s/]+\/?|null)$/, 'invalid'))),
      null,
    ),
  }),
  output: embeddedAnswer,
  errors: [
    'embedded_token',
    'embedded_used',
    'embedded_off',
    'embedded_origin',
    'embedded_person',
    'not_found',
    'user_disable',
    'blocked',
    'inactive',
    'finish_test',
    'maitenance',
    'domain_not_allowed',
    'ip_not_allowed',
    'horario_not_allowed',
    'too_many_attempts',
    'tenant_blocked',
  ],
});

export const readEmbeddedReport = endpoint({
  method: 'GET',
  path: '/api/embedded/report',
  needs: 'embedded',
  summary: 'Returns the report of an embedded page with what is needed to show it; polled once a minute, and refused once access is lost.',
  input: nothing,
  output: z.object({
    id: z.string(),
    title: z.string(),
    kind: z.enum(['powerbi', 'external']),
    external: reportView.shape.external,
    options: reportView.shape.options,
    maintenance: reportView.shape.maintenance,
    prevented: reportView.shape.prevented,
    watermark: reportView.shape.watermark,
    zone: z.string(),
  }),
  errors: ['not_found', 'session_gone', 'user_blocked', 'tenant_blocked'],
});
export type EmbeddedReport = z.infer<typeof readEmbeddedReport.output>;

export const embedEmbeddedReport = endpoint({
  method: 'POST',
  path: '/api/embedded/report/token',
  needs: 'embedded',
  reads: true,
  summary: 'Issues a report-service embed token for an embedded page, under the user’s own RLS identity or the one in the page’s token.',
  input: nothing,
  output: embedded,
  errors: [...(embedReport.errors ?? []), 'capacity_opens'],
});

export const logEmbeddedView = endpoint({
  method: 'POST',
  path: '/api/embedded/report/view',
  needs: 'embedded',
  reads: true,
  summary: 'Records the view of an embedded report: open, a heartbeat each minute while visible, close. Counted with all other views.',
  input: z.strictObject({ visitId: id, ...visitFields }),
  output: done,
  errors: ['not_found'],
});

const embedKey = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether its pages may start a paused capacity; a rotated key keeps it. */
  wakes: flag,
  createdAt: instant,
  createdBy: z.nullable(z.string()),
  lastUsedAt: z.nullable(instant),
  /** When a newer key took its name; it works until it is revoked. */
  replacedAt: z.nullable(instant),
  revokedAt: z.nullable(instant),
  /** Pages that it keeps open now. */
  sessions: z.number(),
});
export type EmbedKey = z.infer<typeof embedKey>;

export const listEmbedKeys = endpoint({
  method: 'GET',
  path: '/api/auth/embedding/keys',
  needs: 'settings.read',
  screens: ['setting'],
  summary: 'Lists the embedding keys, active ones first; never returns a secret.',
  input: nothing,
  output: z.object({ items: z.array(embedKey), host: z.string() }),
});

export const addEmbedKey = endpoint({
  method: 'POST',
  path: '/api/auth/embedding/keys',
  needs: 'settings.edit',
  screens: ['setting'],
  summary: 'Creates an embedding key; its secret is returned only once.',
  input: z.strictObject({ name: nameText(longestKeyName), wakes: z._default(flag, 'N') }),
  output: z.object({ id: z.string(), secret: z.string() }),
  errors: ['name_taken', 'embed_key_limit'],
});

export const rotateEmbedKey = endpoint({
  method: 'POST',
  path: '/api/auth/embedding/keys/{id}/rotate',
  needs: 'settings.edit',
  screens: ['setting'],
  summary:
    'Rotates an embedding key: creates the next one under the same name and returns its secret once; the old key works until it is revoked.',
  input: z.strictObject({ id }),
  output: addEmbedKey.output,
  errors: ['not_found', 'changed_meanwhile', 'embed_key_limit'],
});

export const revokeEmbedKey = endpoint({
  method: 'DELETE',
  path: '/api/auth/embedding/keys/{id}',
  needs: 'settings.edit',
  screens: ['setting'],
  summary: 'Revokes an embedding key: its tokens stop working and the pages opened with it end.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found'],
});

export const tryEmbedding = endpoint({
  method: 'POST',
  path: '/api/auth/embedding/try',
  needs: 'settings.edit',
  screens: ['setting'],
  summary: 'Signs a sample token with the newest key, for the caller or for an anonymous RLS identity.',
  input: z.strictObject({
    report: z.nullable(id),
    identity: z._default(
      z.nullable(z.strictObject({ username: text(256), roles: z._default(z.array(text(128)).check(z.maxLength(20, 'too_long')), []) })),
      null,
    ),
  }),
  output: z.object({ path: z.string(), claims: z.string() }),
  errors: ['not_found', 'embedded_off', 'embed_key_missing'],
});
