import type { GetColumnData } from 'drizzle-orm';
import { mailServers } from '../../../db/schema/notifications.ts';
import { hostFault } from '../../../domain/mail/server-host.ts';
import type { Env } from '../../request/env.ts';
import { asciiHost } from '../../services/mail/ascii-host.ts';
import { MailError, type MailProtocol, type MailServer, mailProtocols } from '../../services/mail/port.ts';
import { resolveHost } from '../../services/mail/resolve-host.ts';
import { sealer } from '../../services/seal.ts';

/** The columns of mail_servers that sending needs. */
export const serverColumns = {
  tenantId: mailServers.tenantId,
  name: mailServers.name,
  email: mailServers.email,
  user: mailServers.userName,
  passwordSealed: mailServers.passwordSealed,
  host: mailServers.host,
  port: mailServers.port,
  protocol: mailServers.protocol,
};
export type ServerRow = { [Name in keyof typeof serverColumns]: GetColumnData<(typeof serverColumns)[Name]> };
export type Sender = { server: MailServer; from: { name: string; email: string } };

const getProtocol = (value: string): MailProtocol => mailProtocols.find((known) => known === value) ?? 'tls';
export const passwordPlace = (tenantId: string) => ({ tenantId, table: 'mail_servers', rowId: tenantId, column: 'password_sealed' });

/** Local servers that a tenant may use: the stand-in for development and tests, never in production. */
export const isStandIn = (env: Env, host: string, port: number): boolean =>
  env.STAGE !== 'production' && (env.SMTP_STAND_IN ?? '').split(',').includes(`${host}:${port}`);

/** Refuses a server in an internal network before connecting: by its name, then by the address that it resolves to now. */
export async function refusePrivate(env: Env, host: string, port: number): Promise<void> {
  if (isStandIn(env, host, port)) return;
  if (hostFault(asciiHost(host) ?? '') !== null) throw new MailError('private', { isPermanent: true });
  const state = await resolveHost(host, env.DNS_OVER_HTTPS ?? '');
  if (state === 'private') throw new MailError('private', { isPermanent: true });
  if (state === 'unknown') throw new MailError('unknown_host');
}

/** The platform's own server, with its sender address under the tenant's name (BEHAVIOUR 15, #20). */
export const platformSender = (env: Env, tenantName: string): Sender => ({
  server: {
    host: env.SMTP_HOST,
    port: Number(env.SMTP_PORT),
    protocol: getProtocol(env.SMTP_PROTOCOL),
    user: env.SMTP_USER,
    password: env.SMTP_PASSWORD ?? '',
  },
  from: { name: tenantName, email: env.SMTP_FROM },
});

/** Bulk mails per second for the platform's server, if the setting is empty. */
const usualRate = 10;
export const platformRate = (env: Env): number => Number(env.SMTP_BULK_PER_SECOND) || usualRate;

/** A tenant's own server, with its password decrypted. */
export async function tenantSender(env: Env, row: ServerRow): Promise<Sender> {
  const password = row.passwordSealed ? await sealer(env.SEAL_KEYS).open(row.passwordSealed, passwordPlace(row.tenantId)) : '';
  return {
    server: { host: row.host, port: row.port, protocol: row.protocol, user: row.user || row.email, password },
    from: { name: row.name, email: row.email },
  };
}
