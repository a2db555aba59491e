import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import type { LinkPurpose } from '../../../domain/accounts/links.ts';
import type { PasswordFields } from '../../../domain/accounts/password-policy.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { Context } from '../../http/context.ts';
import { hashOf } from '../../services/ids.ts';
import { deviceOf, type Limited, type StarterFacts } from '../session/index.ts';

export type Opened = StarterFacts &
  Limited & {
    browser_known: boolean;
    wait: number;
    purpose: `account.${LinkPurpose}`;
    tenant_id: string;
    tenant_name: string;
    host: string | null;
    account_id: string | null;
    password: string | null;
    /** Whether the tenant takes passwords, and its other ways in. */
    passwords: boolean;
    ways: { name: string }[];
    own: boolean;
    rules: Partial<PasswordFields>[];
    status: string;
    tenant_status: string;
    trial_over: boolean;
    maintained: boolean;
    expires_at: string;
  };

/** What a link opens on this host, without using it; used, late, of another host or of another purpose look the same. One trip. */
export async function openLink(ctx: Context, token: string, guess: boolean): Promise<Opened> {
  const hash = await hashOf(token);
  const device = await deviceOf(ctx);
  const [result] = await ctx.database.withDoor((db) => [
    db.execute(sql`select * from app.account_opens(${hash}::bytea, ${ctx.host}, ${ctx.address}, ${guess}::boolean, ${device}::bytea)`),
  ]);
  const [opened] = rowsOf<Opened>(result);
  if (!opened) throw new AppError('link_used');
  if (opened.wait > 0) throw tooMany(opened.wait);
  return opened;
}

export const tooMany = (seconds: number) =>
  new AppError('too_many_attempts', { minutes: Math.ceil(seconds / 60) }, { retryAfterSeconds: seconds });
