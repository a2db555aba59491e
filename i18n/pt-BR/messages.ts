import type { messages as defining } from '../en-US/messages.ts';
import type { Texts } from '../types.ts';

export const messages: Texts<typeof defining> = {
  'messages.title': 'Mensagens enviadas',
};
