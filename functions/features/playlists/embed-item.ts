import type { InTenant } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { ItemEmbed } from '../../../domain/playlists/contract.ts';
import type { Context } from '../../request/context.ts';
import { type AccountRow, type CachedToken, tokenFor } from '../reports/index.ts';
import { opensInstead } from '../waking/index.ts';
import type { ItemRow } from './play.sql.ts';
import { getSkipReason, identityOfItem, type Looker } from './play.ts';

// A player renews a token when 10 minutes are left: a cached one with less isn't given to it, so it always gets a new one.
const leastLeftMs = 11 * 60 * 1000;

/** The last step of both players: the authorized item, its account and the cached tokens become a token. */
export async function embedItem(
  ctx: Context,
  inTenant: InTenant,
  looker: Looker,
  found: { row: ItemRow | undefined; account: AccountRow | undefined; cached: CachedToken[] },
): Promise<ItemEmbed> {
  const { row, account } = found;
  if (!row) throw new AppError('not_found');
  const skipped = getSkipReason(row, looker);
  if (skipped) throw new AppError(skipped);
  if (!account) throw new AppError('report_account_refused');
  const answer = identityOfItem(row, looker);
  const asked = tokenFor(ctx, inTenant, {
    facts: { ...row, id: row.report_id },
    account,
    cached: found.cached,
    identity: answer.kind === 'as' ? answer.identity : null,
    leastLeftMs,
  });
  const { token, expiresAt } = await asked.catch(async (error) => {
    throw await opensInstead(error, ctx, inTenant, row.report_id);
  });
  return {
    id: row.service_report_id ?? '',
    groupId: row.workspace_id,
    type: row.report_type,
    embedUrl: row.embed_url ?? '',
    token,
    expiresAt,
    serverNow: new Date(ctx.clock.now()).toISOString(),
  };
}
