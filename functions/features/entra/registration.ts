import { isOn } from '../../../domain/contract/flag.ts';
import type { Context } from '../../request/context.ts';
import type { Place } from '../../services/seal.ts';
import type { Registration } from './provider.ts';

/** `sso_apps.settings` for the cloud identity provider; the secret is sealed. */
export type Stored = {
  directories: { id: string; name: string }[];
  own: 'S' | 'N';
  clientId: string;
  secret: string | null;
  secretAt: string | null;
  link: 'S' | 'N';
  jit: 'S' | 'N';
  jitStatus: 'A' | 'D';
  defaultProfile: 'user';
  guests: 'S' | 'N';
  groups: { claim: string; group: string }[];
};
/** The contents of the request's ticket. `kept` is sealed, because only the Worker may read it before the answer arrives. */
export type EntraRequest = { id: string; host: string; redirect: string | null; binding: string; kept: string; app: string };
export type App = { id: string; settings: Stored };

export const secretPlace = (tenantId: string, rowId: string): Place => ({ tenantId, table: 'sso_apps', rowId, column: 'settings.secret' });

/** The app registration that a tenant uses: its own or the product's; null if there is none. */
export async function getRegistration(
  ctx: Pick<Context, 'env' | 'sealer'>,
  tenantId: string,
  { id, settings }: App,
): Promise<Registration | null> {
  if (isOn(settings.own))
    return settings.clientId && settings.secret
      ? { clientId: settings.clientId, secret: await ctx.sealer.open(settings.secret, secretPlace(tenantId, id)) }
      : null;
  const { ENTRA_CLIENT_ID: clientId, ENTRA_CLIENT_SECRET: secret } = ctx.env;
  return clientId && secret ? { clientId, secret } : null;
}
