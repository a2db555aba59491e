import type { SQL } from 'drizzle-orm';
import { lastOf } from '../../../db/client.ts';
import type { Profile } from '../../../domain/access/profile.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { AuthType } from '../../../domain/session/auth-type.ts';
import { intendedPath } from '../../../domain/session/intended.ts';
import { longestLives } from '../../../domain/session/limits.ts';
import type { SettingsForm } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import type { Context } from '../../request/context.ts';
import { isProductHost } from '../../request/get-origin.ts';
import { getHash, newId, newSecret } from '../../services/ids.ts';
import { getDevice } from './device.ts';
import { presentUser } from './present.ts';
import { beginSession, doFirst } from './session.sql.ts';

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
  /** The allowed addresses don't apply to this user. */
  ip_exempt?: boolean;
};
/** The same as the database returns it: the profile is still unchecked. */
export type StarterFacts = Omit<Starter, 'profile'> & { profile: string };
export type Way = {
  /** The proof of who signed in by which method; the database uses it up. */
  proof: string;
  /** The pending step, where the proof is only created as the session begins; a refusal is recorded for that step. */
  step?: string;
  /** What the proof says about the method, for the answer. */
  authType: AuthType;
  /** Whether this browser's device is known, and its hash; a new one gets a cookie. */
  known: boolean;
  device?: string | null;
  rehash?: string | null;
  /** What must happen in the same transaction before it, such as creating the proof; if it fails, no session starts. */
  first?: SQL;
  /** Whether this device is remembered for the second factor that was given. */
  remember?: boolean;
  /** The password was right and must be changed: no session starts, and the answer is the page for a new one. */
  change?: boolean | undefined;
  /** The page the user wanted to open. */
  redirect?: string | null;
  /** The session's id, and its latest end, where the sign-in method sets one. */
  sid?: string;
  until?: number;
};

/** What a sign-in that waits for its second factor stores. */
export type Pending = { way: AuthType; redirect?: string; userId: string; change?: boolean };

const deviceSeconds = 60 * 60 * 24 * 365;

/**
 * Starts the session of a user whose identity is proved on this host, and returns the answer of a sign-in (Spec 3). One trip, in which the
 * database first decides whether a second factor is due: then there is a ticket for it and no session.
 */
export async function startSession(ctx: Context, person: Starter, way: Way) {
  const { proof, known, rehash = null, authType, first, redirect = null, change = false, remember = false } = way;
  const device = way.device ?? (await getDevice(ctx));
  const now = ctx.clock.now();
  const sid = way.sid ?? newId(now);
  const settings = mergeSettings(person.settings);
  const hours = settings.login_timeout * 3_600_000;
  const iso = (at: number) => new Date(at).toISOString();
  const secret = known ? null : newSecret();
  const [ticket, link] = [newSecret(), newSecret()];
  const session = {
    ours: isProductHost(ctx.host, ctx.env),
    sid,
    until: iso(now + hours),
    last: way.until === undefined ? null : iso(way.until),
    // Its longest possible life with use (`app.session_used`); the provider gets the same end.
    longest: iso(now + longestLives * hours),
    kept: await getHash(sid),
    device,
    newDevice: secret && (await getHash(secret)),
    ticket: await getHash(ticket),
    link: await getHash(link),
    ...{ rehash, change, remember, address: ctx.address, agent: ctx.agent, requestId: ctx.requestId },
  };
  const results = await ctx.database.withDoor((db) => [...(first ? [doFirst(db, first)] : []), beginSession(db, ctx, proof, session)]);
  const outcome = lastOf(results).rows[0]?.outcome;
  // Changed between the two trips: the password that was right is wrong now.
  if (outcome === 'stale') throw new AppError('error_user_or_password');
  if (outcome === 'waits') throw new AppError('account_waits');
  if (outcome === 'due') throw new AppError('redirect_two_factor', undefined, { extra: { token: ticket } });
  if (outcome === 'change') throw new AppError('user_change_password', undefined, { extra: { token: link } });
  // Blocked between the two trips: the session wasn't started, and nothing more is revealed.
  if (outcome !== 'ok') throw new AppError('tenant_blocked');
  if (secret) ctx.setHeader('set-cookie', `device=${secret}; Max-Age=${deviceSeconds}; Path=/api; HttpOnly; Secure; SameSite=Strict`);
  const kind = authType === 'embedded' ? 'embed_portal' : 'own';
  const { hidden } = person;
  // The unit's own server vouches for its users as viewers, whatever their profile.
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
