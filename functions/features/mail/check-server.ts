import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { hostFault, mailPorts } from '../../../domain/mail/server-host.ts';
import type { Context } from '../../request/context.ts';
import { asciiHost } from '../../services/mail/ascii-host.ts';
import { MailError } from '../../services/mail/port.ts';
import { isStandIn, refusePrivate } from './get-server.ts';

export type ServerFields = {
  name: string;
  email: string;
  user?: string | undefined;
  password?: string | undefined;
  host: string;
  port: number;
  protocol: 'tls' | 'starttls' | 'none';
};

/**
 * Returns the server with its host in the single form that is stored, compared and connected to. Refuses, at its field, a host that tenants
 * may not use, and resolves the name before anything is stored or connected.
 */
export async function checkServer<Fields extends ServerFields>(fields: Fields, ctx: Context): Promise<Fields> {
  const { port, protocol } = fields;
  const host = asciiHost(fields.host) ?? '';
  if (isStandIn(ctx.env, host, port)) return { ...fields, host };
  const fault = hostFault(host);
  if (fault === 'invalid') throw invalidInput('host');
  if (fault === 'private') throw new AppError('mail_host_private', undefined, { field: 'host' });
  if (!mailPorts.some((known) => known === port)) throw new AppError('mail_port_refused', { port }, { field: 'port' });
  if (protocol === 'none') throw invalidInput('protocol');
  try {
    await refusePrivate(ctx.env, host, port);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw new AppError(error.failure === 'private' ? 'mail_host_private' : 'mail_host_unknown', undefined, { field: 'host' });
  }
  return { ...fields, host };
}
