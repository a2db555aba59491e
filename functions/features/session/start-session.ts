import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import type { Profile } from '../../../domain/access/profile.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { AuthType } from '../../../domain/session/auth-type.ts';
import { intendedPath } from '../../../domain/session/intended.ts';
import type { SettingsForm } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import type { Context } from '../../http/context.ts';
import { newId, newSecret, sha256, toHex } from '../../services/ids.ts';
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
  /** What must happen in the same transaction before it; if it fails, no session starts. */
  first?: SQL;
};

const deviceSeconds = 60 * 60 * 24 * 365;

/** Starts the session of somebody who has proved who he is on this host, and gives the answer of a sign-in (Spec 3). One trip. */
export async function startSession(ctx: Context, person: Starter, { known, device = null, rehash = null, authType, first }: Way) {
  const now = ctx.clock.now();
  const sid = newId(now);
  const settings = mergeSettings(person.settings);
  const until = new Date(now + settings.login_timeout * 3_600_000).toISOString();
  const secret = known ? null : newSecret();
  const newDevice = secret ? toHex(await sha256(secret)) : null;
  const results = await ctx.database.withPublic((db) => [
    ...(first ? [db.execute(first)] : []),
    db.execute(
      sql`select app.session_start(${sid}::uuid, ${ctx.tenant.id}::uuid, ${person.user_id}::uuid, ${person.email}, ${ctx.address}, ${until}::timestamptz, ${device}::bytea, ${newDevice}::bytea, ${rehash}, ${authType}, ${ctx.agent}, ${ctx.requestId}) as started`,
    ),
  ]);
  // Blocked between the two trips: the session was not started, and nothing more is said.
  if (!rowsOf<{ started: boolean }>(results.at(-1) ?? { rows: [] })[0]?.started) throw new AppError('tenant_blocked');
  if (secret) ctx.setHeader('set-cookie', `device=${secret}; Max-Age=${deviceSeconds}; Path=/api; HttpOnly; Secure; SameSite=Strict`);
  const { profile, flags, hidden } = person;
  const token = await ctx.tokens.sign(
    {
      sid,
      sub: person.user_id,
      tenant: ctx.tenant.id,
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
    user: presentUser({ ...person, id: person.user_id }, ctx.tenant),
    redirect: null,
    message: null,
    domain: null,
    auth_type: authType,
    tenant_id: ctx.tenant.id,
  };
}
