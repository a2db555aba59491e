import { lastOf } from '../../../db/client.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { namedIn } from '../../../domain/messages/audience.ts';
import { sendMessage } from '../../../domain/messages/contract.ts';
import { toAllADay } from '../../../domain/messages/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import { wakeMailings } from '../notifications/index.ts';
import { checkedTexts } from './checked-texts.ts';
import { waitTurn, writeMessage } from './message.sql.ts';

/** One trip and the same few rows whatever the number of recipients: a job notifies them. */
export const sendOneMessage = bind(sendMessage, async ({ audience, texts: given, mail }, ctx) => {
  const texts = await checkedTexts(given);
  const [id, mailingId] = [newId(ctx.clock.now()), newId(ctx.clock.now())];
  const results = await ctx.database.withTenant(getEntry(ctx, 'notifications.send'), (db) => [
    ...(audience.type === 'all' ? [waitTurn(db)] : []),
    writeMessage(db, ctx, { id, mailingId, audience, texts, mail: isOn(mail) }),
  ]);
  const [outcome] = lastOf(results).rows;
  if (!outcome?.written) {
    if (outcome?.known !== namedIn(audience).length) throw new AppError('not_found', undefined, { field: 'audience' });
    throw new AppError('messages_limit', { limit: toAllADay });
  }
  wakeMailings(ctx);
  return { id };
});
