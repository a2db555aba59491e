import { testMessage } from '../../../domain/messages/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { checkedTexts } from './checked-texts.ts';
import { sendTest, testFacts } from './send-test.ts';

export const testOneMessage = bind(testMessage, async ({ texts, language }, ctx) => {
  const checked = await checkedTexts(texts);
  const facts = await ctx.database.withTenant(getEntry(ctx, 'notifications.send'), testFacts);
  return sendTest(ctx, 'notifications.send', facts, { texts: checked, language });
});
