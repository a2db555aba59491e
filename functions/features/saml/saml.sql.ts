import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw, typed } from '../../../db/raw.ts';
import type { Context } from '../../request/context.ts';
import { waysInDelegated } from '../../request/delegation.ts';
import { getHistory } from '../../request/history.ts';
import type { SamlSettings } from '../../services/saml/app.ts';

// Sign-in steps: security definer functions decide and write in one call, because the role that signs in reads no table.

/** What a request to a provider stores for its response. */
export type SamlRequest = { app: string; host: string; redirect: string | null; browser?: string; test?: true };

const waitRow = raw('saml.wait', { wait: 'int4' });
/** Counts a sign-in that begins at a provider (`se`), or a response that comes from one (`sa`), against the limit of its address. */
export const countWait = (db: Db, ctx: Context, step: 'se' | 'sa') =>
  waitRow(db, sql`select app.saml_wait(${ctx.tenant.id}::uuid, ${ctx.address}, ${step}) as wait`);
/** How long the address has to wait; 0 when it may continue. */
export const secondsIn = ({ rows: [row] }: Awaited<ReturnType<typeof countWait>>): number => row?.wait ?? 0;

const appRow = raw('saml.app', {
  name: 'text',
  status: 'text',
  settings: typed<SamlSettings>('jsonb'),
  request: typed<SamlRequest | null>('jsonb?'),
});
/** The app with its sealed key, and the request that a response names if it is still open here. */
export const readApp = (db: Db, ctx: Context, app: string, request: string | null = null) =>
  appRow(
    db,
    sql`select a.name, a.status, a.settings, a.request
      from app.saml_app(${ctx.tenant.id}::uuid, ${app}::uuid, ${ctx.host}, ${request}::bytea) a`,
  );

const refusedRow = raw('saml.refused', { saml_refused: 'void' });
type Refused = { app: string; name: string; check: string; seconds: number };
/** Records the check that failed, once in so many seconds. */
export const recordRefused = (db: Db, ctx: Context, { app, name, check, seconds }: Refused) =>
  refusedRow(
    db,
    sql`select app.saml_refused(${ctx.tenant.id}::uuid, ${app}::uuid, ${name}, ${check}, ${seconds}::int,
      ${ctx.address}, ${ctx.requestId})`,
  );

const arriveRow = raw('saml.arrive', { host: 'text?' });
/** Leaves a code for the host on which the sign-in continues, which it returns. */
export const leaveCode = (db: Db, ctx: Context, facts: object) =>
  arriveRow(db, sql`select app.saml_arrive(${ctx.tenant.id}::uuid, ${JSON.stringify(facts)}::jsonb) as host`);

const requestRow = raw('saml.take_request', { body: typed<SamlRequest | null>('jsonb?') });
export const takeRequest = (db: Db, ctx: Context, request: string) =>
  requestRow(db, sql`select app.ticket_take(${request}::bytea, 'sso.request', ${ctx.tenant.id}::uuid, ${ctx.host}) as body`);

const ticketRow = raw('saml.keep_ticket', { ticket_make: 'void' });
/** Runs the statement of `makeTicket`. */
export const keepTicket = (db: Db, store: SQL) => ticketRow(db, store);

const logoutRow = raw('saml.logout', { ended: 'int4?' });
type Leaving = { issuer: string; nameId: string; indexes: readonly string[]; seen: string; seconds: number };
/** Ends the sessions that a provider signs out; null for a replayed request. */
export const endSessions = (db: Db, ctx: Context, { issuer, nameId, indexes, seen, seconds }: Leaving) =>
  logoutRow(
    db,
    sql`select app.saml_logout(${ctx.tenant.id}::uuid, ${issuer}, ${nameId}, ${ctx.host}, ${seen}::bytea, ${seconds}::int,
      ${JSON.stringify(indexes)}::jsonb, ${ctx.address}, ${ctx.requestId}) as ended`,
  );

type Page = Pick<SamlSettings, 'host' | 'signRequests' | 'singleLogout'> & { certificate: string };
const pageRow = raw('saml.page', { page: typed<Page | null>('jsonb?') });
/** The public data of an app. */
export const readPage = (db: Db, ctx: Context, app: string) =>
  pageRow(db, sql`select app.saml_page(${ctx.tenant.id}::uuid, ${app}::uuid) as page`);

const companyRows = raw('saml.companies', { id: 'uuid', name: 'text', apps: 'int4', active: 'int4', people: 'int4' });
export const readCompanies = (db: Db) => companyRows(db, sql`select c.id, c.name, c.apps, c.active, c.people from app.saml_companies() c`);

const pastRows = raw('saml.history', { id: 'uuid', at: 'timestamptz', who: 'text?', what: 'text', change: 'jsonb' });
export const readHistory = (db: Db, app: string) => pastRows(db, getHistory(app));

// Refused only because a layer above closes it or it doesn't exist: one statement each.

const outcome = { allowed: 'bool', version: 'int4?' } as const;
const switchRow = raw('saml.switch', outcome);
export const switchApp = (db: Db, { address, requestId }: Context, app: string, status: 'A' | 'I') =>
  switchRow(
    db,
    sql`with f as materialized (select ${waysInDelegated} as allowed),
        w as (update sso_apps x set status = ${status}, version = x.version + 1 from f
          where x.kind = 'saml' and x.id = ${app}::uuid and f.allowed returning x.id, x.name, x.version),
        a as (${auditEach(
          { address, requestId },
          {
            what: 'saml.status',
            row: sql`w.id`,
            facts: { after: { name: sql`w.name`, status } },
            from: sql`w`,
          },
        )})
      select f.allowed, (select w.version from w) as version from f`,
  );

const removeRow = raw('saml.remove', { ...outcome, ended: 'int4?' });
/** Removes an app, and ends the sessions of its provider where no other app has the same. */
export const removeApp = (db: Db, { address, requestId }: Context, app: string) =>
  removeRow(
    db,
    sql`with f as materialized (select ${waysInDelegated} as allowed),
        d as (delete from sso_apps x using f where x.kind = 'saml' and x.id = ${app}::uuid and f.allowed returning x.*),
        a as (${auditEach(
          { address, requestId },
          {
            what: 'saml.delete',
            row: sql`d.id`,
            facts: { before: { name: sql`d.name`, issuer: sql`d.settings->>'issuer'` } },
            from: sql`d`,
          },
        )})
      select f.allowed, (select d.version from d) as version,
        (select app.saml_end(d.settings->>'issuer') from d where not exists (
          select from sso_apps o where o.kind = 'saml' and o.id <> d.id and o.settings->>'issuer' = d.settings->>'issuer')) as ended
      from f`,
  );
