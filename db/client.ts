import { NeonDbError, neon, neonConfig } from '@neondatabase/serverless';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle, type NeonHttpDatabase } from 'drizzle-orm/neon-http';
import { AppError, type ErrorCode } from '../domain/errors/catalogue.ts';

export type Db = NeonHttpDatabase;
export type Role = 'app' | 'wide' | 'public' | 'door' | 'job';
/** What a batch is made of: drizzle queries or `db.execute(sql…)`. */
type Query = Parameters<Db['batch']>[0][number];
type Results<Q extends readonly Query[]> = { [K in keyof Q]: Awaited<Q[K]> };

/** Runs one batch in the current session's tenant; services get this when they don't need to know the caller. */
export type InTenant = <const Q extends readonly Query[]>(build: (db: Db) => Q) => Promise<Results<Q>>;

export type Entry = { sid: string; ver: number; tenant: string; action: string | null };
/** A directory that provisions people: its token's hash, the tenant of the host it called, and the client's address. */
export type Directory = { hash: string; tenant: string; address: string };
/** A function call, so that one statement can enter and read the tenant from the row it returns. */
export const enterScim = ({ hash, tenant, address }: Directory): SQL => sql`app.enter_scim(${hash}::bytea, ${tenant}::uuid, ${address})`;
export type DatabaseUrls = Record<Role, string>;
export type Trip = (name: string, milliseconds: number) => void;

// Errors that the database raises itself: in app.enter, when acting as another user, and at the user limit (docs/architecture.md).
const gates: Record<string, ErrorCode> = {
  MR401: 'session_gone',
  MR403: 'user_blocked',
  MR404: 'tenant_blocked',
  MR409: 'rights_stale',
  MR410: 'remote_over',
  MR411: 'link_used',
  MR412: 'factor_over',
  MR413: 'factor_wrong',
  MR418: 'last_administrator',
  MR419: 'changed_meanwhile',
  MR422: 'user_limit_reached',
  MR424: 'factor_due',
  MR425: 'act_as_blocked',
  MR426: 'factor_mail_code',
  MR427: 'account_elsewhere',
  MT423: 'report_limit_reached',
};

/** Maps a database error to its refusal; returns the error itself when it isn't one. */
function translateDatabaseError(error: unknown): unknown {
  const cause = error instanceof Error && error.cause instanceof NeonDbError ? error.cause : error;
  if (cause instanceof AppError) return cause;
  // The response body timed out or broke off; the driver reports only failures before the body.
  if (isBrokenOff(cause)) return unavailable(cause);
  if (!(cause instanceof NeonDbError)) return error;
  const gate = gates[cause.code ?? ''];
  if (gate) return new AppError(gate);
  // No SQLSTATE means that no database answered: a failed fetch, a wrong status or a timeout.
  if (!cause.code || cause.code.startsWith('08') || cause.code === '57014' || cause.code === '57P03' || cause.code === '53300')
    return unavailable(cause);
  return cause;
}

const isDeadlock = (error: unknown): boolean => error instanceof NeonDbError && error.code === '40P01';
const unavailable = (cause: unknown) => new AppError('service_unavailable', undefined, { retryAfterSeconds: 5, cause });
const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'TimeoutError' || error.name === 'AbortError' || /network connection lost/i.test(error.message));

// Bounds the wait for an unresponsive database; the driver has no timeout.
const deadlineMs = 8_000;
neonConfig.fetchFunction = (url: string, init: RequestInit) => fetch(url, { ...init, signal: AbortSignal.timeout(deadlineMs) });

/** The only way to run queries. Every call is one HTTP round trip and one transaction; `enter` is always its first statement. */
export function openDatabase(urls: DatabaseUrls, endpoint: string | undefined, onTrip: Trip, testNow: string | null = null) {
  if (endpoint) neonConfig.fetchEndpoint = endpoint;
  const clients = getClients(urls);

  async function run<Q extends readonly Query[]>(
    role: Role,
    first: SQL | null,
    build: (db: Db) => Q,
    isAgain = false,
  ): Promise<Results<Q>> {
    const db = clients(role);
    const before: Query[] = [];
    if (testNow) before.push(db.execute(sql`select set_config('app.test_now', ${testNow}, true)`));
    if (first) before.push(db.execute(first));
    const queries = build(db);
    const started = performance.now();
    try {
      const results = await db.batch([...before, ...queries] as unknown as [Query, ...Query[]]); // because batch wants a non-empty tuple
      return (results as unknown[]).slice(before.length) as Results<Q>; // because batch types only what it was given whole
    } catch (error) {
      const translated = translateDatabaseError(error);
      // Deadlock: the database rolled this writer back completely. Writes lock in one order, so this is rare.
      if (isDeadlock(translated)) {
        if (isAgain) throw new AppError('changed_meanwhile', undefined, { cause: translated });
        return await run(role, first, build, true);
      }
      throw translated;
    } finally {
      onTrip(role, performance.now() - started);
    }
  }

  const enter = (entry: Entry) => sql`select app.enter(${entry.sid}::uuid, ${entry.ver}::bigint, ${entry.tenant}::uuid, ${entry.action})`;
  return {
    /** One tenant, one session; reads and writes. */
    withTenant: <const Q extends readonly Query[]>(entry: Entry, build: (db: Db) => Q) => run('app', enter(entry), build),
    /** One tenant, read by one of its displays, which has no user (BEHAVIOUR 6). */
    withPlayer: <const Q extends readonly Query[]>(player: { sid: string; tenant: string }, build: (db: Db) => Q) =>
      run('app', sql`select app.enter_player(${player.sid}::uuid, ${player.tenant}::uuid)`, build),
    /** One tenant, changed by its directory, which has no user either. */
    withScim: <const Q extends readonly Query[]>(directory: Directory, build: (db: Db) => Q) =>
      run('app', sql`select ${enterScim(directory)}`, build),
    /** One tenant, read from an embedded page of one report, with or without a user. */
    withEmbed: <const Q extends readonly Query[]>(embed: { sid: string; tenant: string }, build: (db: Db) => Q) =>
      run('app', sql`select app.enter_embed(${embed.sid}::uuid, ${embed.tenant}::uuid)`, build),
    /** Read-only screens that look across tenants. */
    withWide: <const Q extends readonly Query[]>(entry: Entry, build: (db: Db) => Q) => run('wide', enter(entry), build),
    /** The same two roles without a session: they see no rows. For checking the roles themselves. */
    asApp: <const Q extends readonly Query[]>(build: (db: Db) => Q) => run('app', null, build),
    asWide: <const Q extends readonly Query[]>(build: (db: Db) => Q) => run('wide', null, build),
    /** Public data: hosts and public pages. Its functions write nothing. */
    withPublic: <const Q extends readonly Query[]>(build: (db: Db) => Q) => run('public', null, build),
    /** Sign-in: the functions that turn a proof into a session or the next step (docs/security.md). */
    withDoor: <const Q extends readonly Query[]>(build: (db: Db) => Q) => run('door', null, build),
    /** A scheduled job inside one tenant, or its claims. */
    withJob: <const Q extends readonly Query[]>(tenant: string | null, build: (db: Db) => Q) =>
      run('job', sql`select app.enter_job(${tenant}::uuid)`, build),
    /** A job that writes the effect of a task's run, with the task's owner as its user. */
    withRun: <const Q extends readonly Query[]>({ tenant, id }: { tenant: string; id: string }, build: (db: Db) => Q) =>
      run('job', sql`select app.enter_run(${tenant}::uuid, ${id}::uuid)`, build),
  };
}
export type Database = ReturnType<typeof openDatabase>;

const opened = new Map<string, Db>();
function getClients(urls: DatabaseUrls) {
  return (role: Role): Db => {
    const known = opened.get(urls[role]);
    if (known) return known;
    const db = drizzle({ client: neon(urls[role]) });
    opened.set(urls[role], db);
    return db;
  };
}

/** The result of a batch's last statement, typed even when optional statements come before it. */
export const lastOf = <const R extends readonly [...unknown[], unknown]>(results: R) =>
  // TypeScript types a computed index as the union of all results.
  results[results.length - 1] as R extends readonly [...unknown[], infer Last] ? Last : never;
