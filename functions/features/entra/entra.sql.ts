import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw, typed } from '../../../db/raw.ts';
import { requestSeconds } from '../../../domain/entra/limits.ts';
import type { CloudPerson } from '../../../domain/entra/person.ts';
import type { Context } from '../../request/context.ts';
import { waysInDelegated } from '../../request/delegation.ts';
import { proofHere } from '../session/index.ts';
import type { App, EntraRequest } from './registration.ts';

// Sign-in steps: each database function decides and writes in one call, because the role used for sign-in can't read tables.

const startRow = raw('entra.start', { app: typed<(App & { limited?: boolean }) | null>('jsonb?') });
const requestRow = raw('entra.request', { tenant_id: 'uuid', body: typed<EntraRequest>('jsonb'), app: typed<App | null>('jsonb?') });
const arriveRow = raw('entra.arrive', { host: 'text?' });
const handoffRow = raw('entra.take_handoff', { taken: 'bool?' });

/** Stores the values that the answer is checked against, and returns the tenant's app. */
export const startRequest = (db: Db, ctx: Context, state: string, request: object) =>
  startRow(
    db,
    sql`select app.entra_start(${ctx.tenant.id}::uuid, ${ctx.address}, ${state}::bytea, ${ctx.env.PRODUCT_HOST},
      ${JSON.stringify(request)}::jsonb, ${requestSeconds}::int) as app`,
  );

/** Uses up the request that an answer belongs to; no row if it is used, expired or for another host. */
export const takeRequest = (db: Db, ctx: Context, state: string, proof: string) =>
  requestRow(db, sql`select r.tenant_id, r.body, r.app from app.entra_request(${state}::bytea, ${ctx.host}, ${proof}::bytea) r`);

type Arrival = { proof: string; tenantId: string; person: (CloudPerson & { sortKey: string }) | null; code: string };
/** Stores a code for the host where the sign-in began, and returns that host. */
export const arrive = (db: Db, ctx: Context, { proof, tenantId, person, code }: Arrival) =>
  arriveRow(
    db,
    sql`select app.entra_arrive(${proof}::bytea, ${tenantId}::uuid, ${ctx.host}, ${person && JSON.stringify(person)}::jsonb,
      ${code}::bytea, ${ctx.address}, ${ctx.requestId}) as host`,
  );

type Handoff = { hash: string; origin: string; code: string; browser: string; seconds: number };
/** Moves a code that was shown on another unit's host to this one. */
export const takeCode = (db: Db, ctx: Context, { hash, origin, code, browser, seconds }: Handoff) =>
  handoffRow(db, sql`select app.handoff_take(${proofHere(ctx, hash)}, ${origin}, ${code}::bytea, ${browser}, ${seconds}::int) as taken`);

const forgetRow = raw('entra.forget', { allowed: 'bool', removed: 'int4' });
/** Removes the tenant's app, with its audit row, if the layers above leave it the sign-in methods. */
export const forgetApp = (db: Db, { address, requestId }: Context) =>
  forgetRow(
    db,
    sql`with may as materialized (select ${waysInDelegated} as allowed),
        gone as (delete from sso_apps a using may where a.kind = 'entra' and may.allowed returning a.id, a.name),
        audited as (
          ${auditEach(
            { address, requestId },
            {
              what: 'entra.delete',
              row: sql`g.id`,
              facts: { before: { name: sql`g.name` } },
              from: sql`gone g`,
            },
          )})
      select may.allowed, (select count(*)::int from gone) as removed from may`,
  );
