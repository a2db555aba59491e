import { createHmac, randomUUID } from 'node:crypto';
import { tokenService } from '../../functions/request/jwt.ts';
import { sealer } from '../../functions/services/seal.ts';
import { query } from './database.ts';
import { makeId } from './make-id.ts';
import { world } from './world.ts';

type Owner = { id: string };
export type EmbedKey = { id: string; secret: string };

/** An embedding key of a tenant; also switches embedding on. */
export async function makeEmbedKey(
  tenant: Owner,
  { name = 'Intranet', secret = randomUUID() + randomUUID(), origins = [] as string[] } = {},
): Promise<EmbedKey> {
  const id = makeId();
  const sealed = await sealer(world().keys.SEAL_KEYS).seal(secret, {
    tenantId: tenant.id,
    table: 'embed_keys',
    rowId: id,
    column: 'secret_sealed',
  });
  await query('insert into embed_keys (tenant_id, id, name, secret_sealed) values ($1, $2, $3, $4)', [tenant.id, id, name, sealed]);
  await query(`update settings set "values" = "values" || $2::jsonb where tenant_id = $1`, [
    tenant.id,
    JSON.stringify({ enable_embedded: 'S', embed_origins: origins }),
  ]);
  return { id, secret };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as a tenant's own server makes it, using only what every language's standard library has. */
export function embedToken(key: EmbedKey, claims: Record<string, unknown>, header: Record<string, unknown> = {}): string {
  const body = `${encode({ alg: 'HS256', typ: 'JWT', kid: key.id, ...header })}.${encode(claims)}`;
  return `${body}.${createHmac('sha256', key.secret).update(body).digest('base64url')}`;
}

/** An anonymous embedded session for one report, with its token. */
export async function makeEmbedSession(
  tenant: { id: string; host: string },
  key: Owner,
  report: Owner,
  { identity = { username: 'loja-12', roles: [] as string[] }, at = Date.now() } = {},
): Promise<{ sid: string; token: string }> {
  const sid = makeId();
  await query(
    `insert into embed_sessions (tenant_id, id, key_id, report_id, identity, created_at, expires_at)
      values ($1, $2, $3, $4, $5::jsonb, $6, $6::timestamptz + interval '8 hours')`,
    [tenant.id, sid, key.id, report.id, JSON.stringify(identity), new Date(at).toISOString()],
  );
  const token = await tokenService(world().keys.JWT_KEYS).signEmbedded(
    { sid, report: report.id, tenant: tenant.id, exempt: false },
    tenant.host,
    at,
  );
  return { sid, token };
}
