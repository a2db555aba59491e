import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import type { Profile } from '../../../domain/access/profile.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { AuthType } from '../../../domain/session/auth-type.ts';
import { intendedPath } from '../../../domain/session/intended.ts';
import type { SettingsForm } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import type { Context } from '../../http/context.ts';
import { isProductHost } from '../../http/origin-of.ts';
import { hashOf, newId, newSecret } from '../../services/ids.ts';
import type { ProviderSession } from '../../services/saml/app.ts';
import { deviceOf } from './device.ts';
import { presentUser } from './present.ts';

export type Starter = {
  user_id: string;
  email: string;
  rights: string;
  profile: Profile;
  flags: string[];
  name: string;
  language: string | null;
  department: string | null;
  position: string | null;
  settings: Partial<SettingsForm> | null;
  hidden: string[];
  /** The allowed addresses do not bind this person. */
  ip_exempt?: boolean;
  /** The account's epoch when it was read; where a newer one has begun by now, no session starts. */
  epoch?: string | null;
};
/** The same as the database tells it: that the profile is one is still to be seen. */
export type StarterFacts = Omit<Starter, 'profile'> & { profile: string };
export type Way = {
  /** By which way he came; stands in the session and in the record of sign-ins. */
  authType: AuthType;
  /** Whether this browser's device is known, and its hash; a new one gets a cookie. */
  known: boolean;
  device?: string | null;
  rehash?: string | null;
  /** Who vouches for what was given, where less than the host would let it count: a passkey that is bound to this unit. */
  vouched?: 'account' | 'unit';
  /** What must happen in the same transaction before it; if it fails, no session starts. */
  first?: SQL;
  /** The second factor is given with this very call, and whether this device is remembered for it. */
  given?: boolean;
  remember?: boolean;
  /** The digest of the stored password that was compared: where the account has another by now, no session starts. */
  seen?: string | null | undefined;
  /** The password was right and must be changed: no session starts, and the answer is the page for a new one. */
  change?: boolean | undefined;
  /** The hash of what led here and may say since when the factor is given: a ticket of another unit's session, or a link to a new password. */
  from?: string;
  /** Where he wanted to go. */
  redirect?: string | null;
  /** The provider's session from which this one comes; it is told when this one ends. */
  provider?: ProviderSession | undefined;
  /** When the provider's own session ends: this one ends with it, however much it is used. */
  ends?: string | undefined;
  /** The session's id, and until when it lives at most, where the way in says so. */
  sid?: string;
  until?: number;
};

/** What a sign-in that waits for its second factor keeps. */
export type Pending = {
  way: AuthType;
  redirect: string | null;
  userId: string;
  provider?: ProviderSession;
  ends?: string;
  seen?: string;
  change?: boolean;
};

/** What is kept of the provider's session as long as this one can live; its id is known to the server alone. */
async function keepProvider(ctx: Context, sid: string, until: string, provider: ProviderSession | undefined): Promise<SQL> {
  if (!provider) return sql``;
  const hash = await hashOf(sid);
  return sql`, case when s.started then app.ticket_make(${hash}::bytea, 'saml.session', ${ctx.tenant.id}::uuid, ${ctx.host}, ${JSON.stringify(provider)}::jsonb,
    greatest(1, extract(epoch from ${until}::timestamptz - app.now()))::int)::text end as kept`;
}

const deviceSeconds = 60 * 60 * 24 * 365;

/**
 * Starts the session of somebody who has proved who he is on this host, and gives the answer of a sign-in (Spec 3). One trip, in which
 * the database first says whether a second factor is due: then there is a ticket for it and no session.
 */
export async function startSession(ctx: Context, person: Starter, way: Way) {
  const { known, rehash = null, authType, first, redirect = null, seen = null, change = false } = way;
  const device = way.device ?? (await deviceOf(ctx));
  const vouched = isProductHost(ctx.host, ctx.env) && way.vouched !== 'unit' ? 'account' : 'unit';
  const now = ctx.clock.now();
  const sid = way.sid ?? newId(now);
  const settings = mergeSettings(person.settings);
  const hours = settings.login_timeout * 3_600_000;
  const last = Math.min(way.until ?? Number.POSITIVE_INFINITY, way.ends ? Date.parse(way.ends) : Number.POSITIVE_INFINITY);
  const until = new Date(Math.min(last, now + hours)).toISOString();
  const secret = known ? null : newSecret();
  const newDevice = secret ? await hashOf(secret) : null;
  const ticket = newSecret();
  const pending = JSON.stringify({
    way: authType,
    redirect,
    provider: way.provider,
    ends: way.ends,
    seen: seen ?? undefined,
    change: change || undefined,
  });
  const ticketHash = await hashOf(ticket);
  const link = newSecret();
  const linkHash = await hashOf(link);
  // Used, a session may live three times as long (`app.session_used`); by then its provider is told as well.
  const kept = await keepProvider(ctx, sid, new Date(Math.min(last, now + 3 * hours)).toISOString(), way.provider);
  const bound = Number.isFinite(last)
    ? sql`, case when s.started then app.session_bound(${sid}::uuid, ${new Date(last).toISOString()}::timestamptz)::text end as bound`
    : sql``;
  const results = await ctx.database.withDoor((db) => [
    ...(first ? [db.execute(first)] : []),
    db.execute(
      sql`select p.stands, g.due, s.started, case when s.started then app.factor_mark(${sid}::uuid, g.at, ${newDevice ?? device}::bytea, g.remember or ${way.remember ?? false}::boolean)::text end as marked${kept}${bound},
          case when ${change}::boolean and p.stands and not g.due then app.change_link(${ctx.tenant.id}::uuid, ${person.user_id}::uuid, ${linkHash}::bytea, ${ctx.host}, g.at, ${way.remember ?? false}::boolean) end as linked
        from (select app.password_stands(${ctx.tenant.id}::uuid, ${person.user_id}::uuid, ${seen}::bytea, ${person.epoch ?? null}::bigint) as stands offset 0) p,
        lateral (select * from app.factor_gate(${ctx.tenant.id}::uuid, ${person.user_id}::uuid, ${authType}, ${vouched}, ${way.given ?? false}::boolean, ${device}::bytea, ${way.from ?? null}::bytea,
          ${ticketHash}::bytea, ${ctx.host}, ${pending}::jsonb) offset 0) g,
        lateral (select case when g.due or not p.stands or ${change}::boolean then false else app.session_start(${sid}::uuid, ${ctx.tenant.id}::uuid, ${person.user_id}::uuid, ${person.email}, ${ctx.address}, ${until}::timestamptz, ${device}::bytea, ${newDevice}::bytea, ${rehash}, ${authType}, ${vouched}, ${ctx.agent}, ${ctx.requestId}) end as started offset 0) s`,
    ),
  ]);
  const [outcome] = rowsOf<{ stands: boolean; due: boolean; started: boolean; linked: boolean | null }>(results.at(-1) ?? { rows: [] });
  // Changed between the two trips: what was right then is wrong now.
  if (outcome && !outcome.stands) throw new AppError('error_user_or_password');
  if (outcome?.due) throw new AppError('redirect_two_factor', undefined, { extra: { token: ticket } });
  if (outcome?.linked) throw new AppError('user_change_password', undefined, { extra: { token: link } });
  // Blocked between the two trips: the session was not started, and nothing more is said.
  if (!outcome?.started) throw new AppError('tenant_blocked');
  if (secret) ctx.setHeader('set-cookie', `device=${secret}; Max-Age=${deviceSeconds}; Path=/api; HttpOnly; Secure; SameSite=Strict`);
  const kind = authType === 'embedded' ? 'embed_portal' : 'own';
  const { hidden } = person;
  // The unit's own server vouches for its people as viewers, whoever they are.
  const { profile, flags } = kind === 'own' ? person : { profile: 'user' as const, flags: [] };
  const token = await ctx.tokens.sign(
    {
      sid,
      sub: person.user_id,
      tenant: ctx.tenant.id,
      kind,
      profile,
      flags,
      hidden,
      ver: Number(person.rights),
      act: null,
      exempt: person.ip_exempt,
    },
    ctx.host,
    now,
  );
  return {
    status: 'ok' as const,
    token,
    intended: intendedPath({ profile, flags }, settings, hidden),
    perfil_usuario: profile,
    user: presentUser({ ...person, id: person.user_id, profile, flags }, ctx.tenant),
    redirect,
    message: null,
    domain: null,
    auth_type: authType,
    tenant_id: ctx.tenant.id,
  };
}
