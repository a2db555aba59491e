import { sql } from 'drizzle-orm';
import { type RowOf, raw, type Shape } from '../../../db/raw.ts';
import type { LinkPurpose } from '../../../domain/accounts/links.ts';
import type { PasswordFields } from '../../../domain/accounts/password-policy.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { Context } from '../../request/context.ts';
import { isProductHost } from '../../request/get-origin.ts';
import { getHash } from '../../services/ids.ts';
import { getDevice, type Limited, type StarterFacts } from '../session/index.ts';

const opened = {
  wait: 'int4',
  purpose: 'text',
  email: 'text',
  tenant_id: 'uuid',
  tenant_name: 'text',
  host: 'text?',
  user_id: 'uuid',
  account_id: 'uuid?',
  password: 'text?',
  own: 'bool',
  rules: 'jsonb',
  status: 'text',
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
  settings: 'jsonb?',
  hidden: 'text[]',
  expires_at: 'timestamptz',
  ip_exempt: 'bool',
  access_hours: 'jsonb?',
  browser_known: 'bool',
  passwords: 'bool',
  ways: 'jsonb',
} as const satisfies Shape;
const openedRows = raw('accounts.open', opened);

/** What a link opens, with the tenant's password rules, whether it accepts passwords (`passwords`), and its other sign-in methods. */
export type Opened = RowOf<typeof opened> &
  StarterFacts &
  Limited & { purpose: `account.${LinkPurpose}`; rules: Partial<PasswordFields>[]; ways: { name: string }[] };

/**
 * Reads what a link opens on this host, without using it. On a host whose DNS a unit controls none opens, or the unit could choose the
 * password of an account. Links that are used, expired, or for another host or purpose get the same answer. One trip.
 */
export async function openLink(ctx: Context, token: string, guess: boolean): Promise<Opened> {
  if (!isProductHost(ctx.host, ctx.env)) throw new AppError('account_elsewhere');
  const hash = await getHash(token);
  const device = await getDevice(ctx);
  const [{ rows }] = await ctx.database.withDoor((db) => [
    openedRows(db, sql`select * from app.account_opens(${hash}::bytea, ${ctx.host}, ${ctx.address}, ${guess}::boolean, ${device}::bytea)`),
  ]);
  const [row] = rows as Opened[]; // because only link purposes are stored, and settings, hours, rules and ways are JSON
  if (!row) throw new AppError('link_used');
  if (row.wait > 0) throw tooMany(row.wait);
  return row;
}

export const tooMany = (seconds: number) =>
  new AppError('too_many_attempts', { minutes: Math.ceil(seconds / 60) }, { retryAfterSeconds: seconds });
