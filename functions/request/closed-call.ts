import { sql } from 'drizzle-orm';
import { raw } from '../../db/raw.ts';
import type { Endpoint } from '../../domain/contract/endpoint.ts';
import { AppError, type ErrorCode } from '../../domain/errors/catalogue.ts';
import type { Context } from './context.ts';
import type { Claims } from './jwt.ts';

const record = raw('refuse.closed_call', { call_closed: 'void' });

/**
 * Errors for calls that a session must never make, such as reading the unit's keys, using another person's account, giving more than the
 * actor has, or changing what a layer above has set.
 */
const closed: readonly ErrorCode[] = [
  'act_as_blocked',
  'embedded_closed',
  'account_proof',
  'account_elsewhere',
  'gives_more',
  'identity_confirms',
  'set_by_platform',
  'limit_by_platform',
];

const isUuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Writes such a refused attempt to the audit log. An ordinary session's missing permission (`not_permitted`) is not recorded. */
export function recordClosedCall(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  ctx: Context,
  { sid, kind }: Pick<Claims, 'sid' | 'kind'>,
  error: unknown,
  params: Readonly<Record<string, string>>,
): void {
  if (!(error instanceof AppError)) return;
  if (!closed.includes(error.code) && (error.code !== 'not_permitted' || kind === 'own')) return;
  const { tenant, address, requestId } = ctx;
  const named = path.startsWith('/api/auth/users/{id}') && isUuid.test(params.id ?? '') ? params.id : null;
  ctx.later(
    ctx.database.withDoor((db) => [
      record(
        db,
        sql`select app.call_closed(${tenant.id}::uuid, ${sid}::uuid, ${error.code}, ${`${method} ${path}`}, ${named}::uuid, ${address},
          ${requestId})`,
      ),
    ]),
  );
}
