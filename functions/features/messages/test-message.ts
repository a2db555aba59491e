import { testMessage } from '../../../domain/messages/contract.ts';
import { bind } from '../../request/bind.ts';
import { checkedTexts } from './checked-texts.ts';
import { sendTest } from './send-test.ts';

export const testOneMessage = bind(testMessage, async ({ texts, language }, ctx) =>
  sendTest(ctx, 'notifications.send', { texts: await checkedTexts(texts), language }),
);
