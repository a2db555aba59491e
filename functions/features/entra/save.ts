import { NeonDbError } from '@neondatabase/serverless';
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { isOn } from '../../../domain/contract/fields.ts';
import { saveEntra } from '../../../domain/entra/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { joiningFault } from '../../../domain/identities/join.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { idRows } from '../../http/id-rows.ts';
import { waysLeft } from '../../http/ways-left.ts';
import { newId } from '../../services/ids.ts';
import { type Stored, secretPlace } from './registration.ts';

type Row = { id: string; version: number; secret: string | null; secret_at: string | null; allowed: boolean };
type Outcome = { version: number | null; known: number };

/** Reads what is there, for the secret's place, then one guarded statement with its audit row; no secret goes into the audit. */
export const saveOneEntra = bind(saveEntra, async (input, ctx) => {
  const { version, secret, enabled, name, domains, ...chosen } = input;
  const fields = { ...chosen, defaultProfile: 'user' as const };
  const fault = joiningFault(ctx.tenant.kind, { jit: isOn(fields.jit), link: isOn(fields.link), domains });
  if (fault) throw new AppError(fault.code, undefined, { field: fault.field });
  const before = await readBefore(ctx);
  if (!before.allowed) throw new AppError('function_disabled');
  const id = before.id ?? newId(ctx.clock.now());
  const settings: Stored = {
    ...fields,
    secret: secret ? await ctx.sealer.seal(secret, secretPlace(ctx.tenant.id, id)) : before.secret,
    secretAt: secret ? new Date(ctx.clock.now()).toISOString() : before.secret_at,
  };
  if (isOn(enabled)) refuseUnready(ctx, settings);
  const status = isOn(enabled) ? 'A' : 'I';
  const groups = [...new Set(fields.groups.map(({ group }) => group))];
  const written = JSON.stringify(settings);
  const told = JSON.stringify({ ...settings, secret: undefined, name, domains, status });
  const write =
    version === 0
      ? sql`insert into sso_apps (id, kind, name, status, settings, domains) select ${id}::uuid, 'entra', ${name}, ${status}, ${written}::jsonb, array(select jsonb_array_elements_text(${JSON.stringify(domains)}::jsonb)) from known, own where own.id is null and known.n = ${groups.length} returning id, version`
      : sql`update sso_apps a set name = ${name}, status = ${status}, settings = ${written}::jsonb, domains = array(select jsonb_array_elements_text(${JSON.stringify(domains)}::jsonb)), version = a.version + 1 from known, own where a.id = own.id and a.version = ${version}::int and known.n = ${groups.length} returning a.id, a.version`;
  const [result] = await orMeanwhile(
    ctx.database.withTenant(entryOf(ctx, 'signOn.manage'), (db) => [
      db.execute(sql`with wanted as ${idRows(groups)}, known as (select count(*)::int as n from user_groups g join wanted w on w.id = g.id where g.deleted_at is null),
          own as (select x.id, x.before from (values (1)) one left join lateral (select a.id, a.settings - 'secret' || jsonb_build_object('name', a.name, 'domains', to_jsonb(a.domains), 'status', a.status) as before from sso_apps a where a.kind = 'entra') x on true),
          w as (${write}),
          audited as (insert into audit (what, row_id, change, ip, request_id) select 'entra.save', w.id, jsonb_build_object('before', own.before, 'after', ${told}::jsonb, 'secretChanged', ${secret !== undefined}::boolean), ${ctx.address}, ${ctx.requestId} from w, own)
        select (select w.version from w) as version, known.n as known from known`),
    ]),
  );
  const outcome = rowsOf<Outcome>(result)[0];
  if (outcome?.known !== groups.length) throw new AppError('not_found', undefined, { field: 'groups' });
  if (!outcome.version) throw new AppError('changed_meanwhile');
  return { version: outcome.version };
});

async function readBefore(ctx: SessionContext): Promise<Partial<Row> & { secret: string | null; secret_at: string | null }> {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'signOn.manage'), (db) => [
    db.execute(
      sql`select a.id, a.settings->>'secret' as secret, a.settings->>'secretAt' as secret_at, ${waysLeft} as allowed from (values (1)) one left join sso_apps a on a.kind = 'entra'`,
    ),
  ]);
  return rowsOf<Row>(result)[0] ?? { secret: null, secret_at: null };
}

/** What would refuse everybody is not switched on. */
function refuseUnready(ctx: SessionContext, { directories, own, clientId, secret }: Stored): void {
  if (directories.length === 0) throw new AppError('required', { name: 'directories' }, { field: 'directories' });
  if (isOn(own) && !clientId) throw new AppError('required', { name: 'clientId' }, { field: 'clientId' });
  if (isOn(own) && !secret) throw new AppError('required', { name: 'secret' }, { field: 'secret' });
  if (!isOn(own) && !(ctx.env.ENTRA_CLIENT_ID && ctx.env.ENTRA_CLIENT_SECRET))
    throw new AppError('entra_no_registration', undefined, { field: 'own' });
}

/** Two first times at once, or a name that a SAML app has. */
async function orMeanwhile<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NeonDbError && error.code === '23505')
      throw error.constraint === 'sso_apps_name'
        ? new AppError('invalid_input', { name: 'name', reason: 'taken' }, { field: 'name' })
        : new AppError('changed_meanwhile');
    throw error;
  }
}
