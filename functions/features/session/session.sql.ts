import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import type { PasswordFields } from '../../../domain/accounts/password-policy.ts';
import type { Severity } from '../../../domain/notices/fields.ts';
import type { RichText } from '../../../domain/rich-text/tree.ts';
import type { SessionConfig, SignInPage } from '../../../domain/session/contract.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { SettingsForm } from '../../../domain/settings/contract.ts';
import type { AccessHours } from '../../../domain/users/access-hours.ts';
import type { Context } from '../../request/context.ts';
import type { ProviderSession, SamlSettings } from '../../services/saml/app.ts';
import { getEntrant, proofHere } from './proofs.ts';

// The rules of sign-in are in security definer functions (db/functions), because they guard data that no role may read.

/** The facts that decide whether a user is admitted; `null` where a function found the account but no user. */
const personShape = {
  rights: 'int8',
  profile: 'text',
  flags: 'text[]',
  name: 'text',
  language: 'text?',
  department: 'text?',
  position: 'text?',
  tenant_status: 'text',
  trial_over: 'bool',
  maintained: 'bool',
  settings: typed<Partial<SettingsForm> | null>('jsonb?'),
  hidden: 'text[]',
  device_known: 'bool',
  ip_exempt: 'bool',
  access_hours: typed<AccessHours>('jsonb'),
} as const;

const entrantShape = { ...personShape, user_id: 'uuid', email: 'text', account_id: 'uuid?', status: 'text' } as const;
const entrantRows = raw('session.entrant', entrantShape);
/** The user of a proof or of a pending step, with whether this browser is one of their known devices. */
export type KnownEntrant = RowOf<typeof entrantShape>;
/** In a statement of its own after the one that creates the proof, in the same trip. */
export const readEntrant = (db: Db, ctx: Context, hash: string, device: string | null) => entrantRows(db, getEntrant(ctx, hash, device));

const signInShape = {
  ...personShape,
  state: typed<'ok' | 'limited'>('text'),
  retry_seconds: 'int4?',
  account_id: 'uuid?',
  password: 'text?',
  user_id: 'uuid?',
  status: 'text?',
  passwords: 'bool',
  must_change: 'bool?',
  password_at: 'timestamptz?',
  rules: typed<Partial<PasswordFields>[] | null>('jsonb?'),
} as const;
const signInRows = raw('session.sign_in_facts', signInShape);
/** For an address without a user here, all of a user's fields are null; check `user_id`. */
export type SignInRow = RowOf<typeof signInShape>;
/** Counts the attempt, and creates `proof` where there is a password to compare. */
export const readSignIn = (db: Db, ctx: Context, email: string, device: string | null, proof: string) =>
  signInRows(
    db,
    sql`select * from app.sign_in_facts(${ctx.tenant.id}::uuid, ${ctx.host}, ${email}, ${ctx.address}, ${device}::bytea, ${proof}::bytea)`,
  );

const elsewhereRows = raw('session.login_elsewhere', { host: 'text', made: 'bool' });
export const findElsewhere = (db: Db, ctx: Context, proof: string, isOurs: boolean, hash: string) =>
  elsewhereRows(db, sql`select * from app.login_elsewhere(${proofHere(ctx, proof)}, ${isOurs}::boolean, ${hash}::bytea)`);

const refuseRows = raw('session.refuse_proof', { proof_refused: 'void' });
export const refuseProof = (db: Db, ctx: Context, proof: string, code: string) =>
  refuseRows(db, sql`select app.proof_refused(${proofHere(ctx, proof)}, ${code}, ${ctx.address}, ${ctx.agent}, ${ctx.requestId})`);

const firstRows = raw('session.first', { first: 'text?' });
/** Runs a `select` of one function, whatever it returns. */
export const doFirst = (db: Db, first: SQL) => firstRows(db, sql`select (${first})::text as first`);

const beginRows = raw('session.begin', { outcome: typed<'ok' | 'due' | 'change' | 'stale' | 'waits' | 'blocked'>('text') });
export const beginSession = (db: Db, ctx: Context, proof: string, session: object) =>
  beginRows(db, sql`select app.session_begin(${proofHere(ctx, proof)}, ${JSON.stringify(session)}::jsonb) as outcome`);

const factsShape = {
  state: typed<'ok' | 'user_blocked' | 'tenant_blocked'>('text'),
  tenant_id: 'uuid',
  user_id: 'uuid',
  kind: 'text',
  profile: 'text',
  flags: 'text[]',
  rights: 'int8',
  until: 'timestamptz',
  reach: 'text',
  actor: 'uuid?',
  via: 'text?',
  hidden: 'text[]',
  name: 'text',
  email: 'text',
  language: 'text?',
  department: 'text?',
  position: 'text?',
  ip_exempt: 'bool',
  access_hours: typed<AccessHours>('jsonb'),
} as const;
const factsRows = raw('session.facts', factsShape);
/** The claims of a session's new token. */
export type SessionFacts = RowOf<typeof factsShape>;
export const readSession = (db: Db, sid: string) =>
  factsRows(db, sql`select f.*, l.* from app.session_facts(${sid}::uuid) f, app.session_limits(${sid}::uuid) l`);
/** The facts of an act-as session that the caller has just opened, for the transaction that opens it. */
export const factsOfOwnActing = (db: Db, sid: string) =>
  factsRows(db, sql`select f.*, l.* from app.act_facts(${sid}::uuid) f, app.session_limits(${sid}::uuid) l`);

const companyRows = raw('session.companies', { id: 'uuid', name: 'text' });
/** The units of the account. */
export const readCompanies = (db: Db) => companyRows(db, sql`select id, name from app.companies()`);

const accessRows = raw('session.partner_access', { access: typed<SessionConfig['partner_access_remote']>('jsonb') });
export const readPartnerAccess = (db: Db, sid: string) => accessRows(db, sql`select app.partner_access(${sid}::uuid) as access`);

const mayProveRows = raw('session.may_prove', { prove: 'bool?' });
/** Whether the account has to be proved before this session can reach it. */
export const readMayProve = (db: Db) => mayProveRows(db, sql`select app.may_prove() as prove`);

const embedRows = raw('session.embed', { report_id: 'uuid?' });
export const readEmbed = (db: Db, ctx: Context, sid: string) =>
  embedRows(db, sql`select report_id from app.embed_session(${ctx.tenant.id}::uuid, ${sid}::uuid)`);

const embedPersonRows = raw('session.embed_person', {
  state: typed<'ok' | 'user_blocked' | 'tenant_blocked'>('text'),
  report_id: 'uuid?',
  exempt: 'bool',
  profile: 'text?',
  flags: 'text[]?',
  access_hours: typed<AccessHours>('jsonb'),
});
export const readEmbedPerson = (db: Db, tenant: string, sid: string) =>
  embedPersonRows(
    db,
    sql`select e.*, p.profile, p.flags, p.access_hours
      from app.embed_session(${tenant}::uuid, ${sid}::uuid) e left join lateral app.embed_person(${tenant}::uuid, ${sid}::uuid) p on true`,
  );

const playerRows = raw('session.player', { state: typed<'ok' | 'tenant_blocked'>('text'), tenant_id: 'uuid', device_id: 'uuid' });
export const readPlayer = (db: Db, sid: string) => playerRows(db, sql`select * from app.player_facts(${sid}::uuid)`);

const endRows = raw('session.end', { ended: 'bool?', provider: typed<ProviderSession | null>('jsonb?') });
/** Ends a session and returns the provider's identifiers of it. */
export const endSession = (db: Db, ctx: Context, end: SQL, named: string) =>
  endRows(
    db,
    sql`select ${end} as ended, app.ticket_take(${named}::bytea, 'saml.session', ${ctx.tenant.id}::uuid, ${ctx.host}) as provider`,
  );

const appRows = raw('session.saml_app', { status: 'text', settings: typed<SamlSettings>('jsonb') });
export const readSamlApp = (db: Db, ctx: Context, app: string) =>
  appRows(db, sql`select status, settings from app.saml_app(${ctx.tenant.id}::uuid, ${app}::uuid, ${ctx.host}, null)`);

type LoginWords = { title: string; text: string; body?: RichText | null };
/** A notice of the sign-in page, or an announced maintenance window, which has a start and an end. */
export type LoginNotice = LoginWords & {
  id: string;
  severity: Severity;
  texts: Partial<Record<Language, LoginWords>>;
  startsAt: string | null;
  endsAt: string | null;
};

const pageRows = raw('session.page', {
  notices: typed<LoginNotice[]>('jsonb'),
  maintenance: typed<SignInPage['maintenance']>('jsonb'),
  unasked: 'bool',
  apps: typed<SignInPage['apps']>('jsonb'),
  passwords: 'bool',
});
export const readPage = (db: Db, tenant: string, passwords: SQL) =>
  pageRows(
    db,
    sql`select notices, maintenance, app.enters_unasked(${tenant}::uuid) as unasked, app.ways_in(${tenant}::uuid) as apps,
        ${passwords} as passwords
      from app.sign_in_page(${tenant}::uuid)`,
  );

const linkRows = raw('session.wait_for_link', { link_wait: 'bool?' });
export const waitForLink = (db: Db, ctx: Context, proof: string, hash: string, browser: string, seconds: number) =>
  linkRows(db, sql`select app.link_wait(${proofHere(ctx, proof)}, ${hash}::bytea, ${browser}, ${seconds}::int)`);

const handoffRows = raw('session.hand_off', { handoff_make: 'bool?' });
export const handOff = (db: Db, ctx: Context, proof: string, hash: string, origin: string, seconds: number) =>
  handoffRows(db, sql`select app.handoff_make(${proofHere(ctx, proof)}, ${hash}::bytea, ${origin}, ${seconds}::int)`);
