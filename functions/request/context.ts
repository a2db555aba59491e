import type { Database } from '../../db/client.ts';
import type { AddressRule } from '../../domain/session/addresses.ts';
import type { Language } from '../../domain/session/languages.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import type { Clock } from '../services/clock.ts';
import type { OwnPasswords } from '../services/password.ts';
import type { Sealer } from '../services/seal.ts';
import type { Env } from './env.ts';
import type { Claims, EmbedClaims, PlayerClaims, TokenService } from './jwt.ts';

/** The tenant of a request's host, as cached. */
export type HostTenant = {
  id: string;
  name: string;
  kind: 'platform' | 'partner' | 'unit';
  status: string;
  language: Language;
  zone: string;
  theme: Theme;
  /** The allowed addresses, as saved. */
  addresses: AddressRule | null;
};

/** What every verb receives besides its input. */
export type Context = {
  env: Env;
  requestId: string;
  host: string;
  address: string;
  /** The User-Agent header, shortened. */
  agent: string;
  language: Language | null;
  cookies: Record<string, string>;
  tenant: HostTenant;
  clock: Clock;
  database: Database;
  tokens: TokenService;
  sealer: Sealer;
  passwords: OwnPasswords;
  /** The bearer token as sent, if any. */
  bearer: string | null;
  setHeader(name: string, value: string): void;
  /** Registers work that may finish after the answer. */
  later(work: Promise<unknown>): void;
  log(event: string, more?: Record<string, unknown>): void;
};

export type SessionContext = Context & { session: Claims };
/** The context of a display's call; a display is a device without a user. */
export type PlayerContext = Context & { player: PlayerClaims };

/** The context of a call from a single-report embedded page. */
export type EmbedContext = Context & { embed: EmbedClaims };

/** The first argument of withTenant for a session's own tenant. */
export const getEntry = (ctx: SessionContext, action: string | null) => ({
  sid: ctx.session.sid,
  ver: ctx.session.ver,
  tenant: ctx.session.tenant,
  action,
});
